import { ABSENT, type ObjectState, stateAfter } from './object-state.ts';
import type { Contents, ObjectOperation } from './operation.ts';

/**
 * Whether some order explains all responses, by trying every order of every choice of operations. It is slow and
 * simple, without memory, shortcuts or look-ahead: the reference for tests of the search.
 */
export function someOrderExplains(
  operations: readonly ObjectOperation[],
  contents: Contents,
  state: ObjectState = ABSENT,
  taken: readonly ObjectOperation[] = [],
): boolean {
  const left = operations.filter((operation) => !taken.includes(operation));
  if (left.every(({ required }) => !required)) return true;
  const used = new Set(
    taken.flatMap(({ effect }) => [
      ('shown' in effect ? effect.shown?.token : undefined) ?? -1,
      (effect.do === 'write' ? effect.requires : undefined) ?? -1,
    ]),
  );
  const tokens = { used: (token: number) => used.has(token), wanted: () => false };
  return left.some((operation) => {
    if (
      left.some((other) => other.required && other.ended < operation.began) ||
      taken.some((other) => other.began > operation.ended)
    )
      return false;
    const after = stateAfter(state, operation.effect, tokens, contents);
    return after !== undefined && someOrderExplains(operations, contents, after, [...taken, operation]);
  });
}
