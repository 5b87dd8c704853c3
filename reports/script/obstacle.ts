import type { Violation } from '../../shared/verdict-log/verdict-log.ts';
import type { WireExchange } from './wire-case.ts';

/** The reason why curl cannot send a case. */
export function obstacleOf(
  exchanges: readonly WireExchange[],
  { program, omitted = 0 }: Violation,
): string | undefined {
  if (exchanges.some(({ isBinary }) => isBinary))
    return 'a request body is protobuf, whose lengths change with the names of the objects';
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
