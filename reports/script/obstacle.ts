import type { Violation } from '../../shared/verdict-log/verdict-log.ts';
import { neutralNames } from './neutral-names.ts';
import { protobufWord } from './protobuf-body.ts';
import type { WireExchange } from './wire-case.ts';

/** The reason why curl cannot send a case. */
export function obstacleOf(
  exchanges: readonly WireExchange[],
  { program, omitted = 0 }: Violation,
): string | undefined {
  const neutral = neutralNames(exchanges);
  const wordOf = (text: string): string | undefined => (neutral(text) === text ? undefined : text);
  if (exchanges.some(({ bytes }) => bytes !== undefined && protobufWord(bytes, wordOf) === undefined))
    return 'a request body is neither text nor protobuf, and has the names of objects in it';
  const steps = stepsOf(program);
  if (steps.includes('stall')) return 'the client stops reading a watch for a while, which curl cannot do';
  if (omitted > 0)
    return `the case has ${exchanges.length + omitted} requests, and the report keeps ${exchanges.length} of them`;
  return undefined;
}

/** The `do` of all steps of a program. */
function stepsOf(program: unknown): string[] {
  if (typeof program !== 'object' || program === null) return [];
  const inner = Object.values(program).flatMap(stepsOf);
  return 'do' in program && typeof program.do === 'string' ? [program.do, ...inner] : inner;
}
