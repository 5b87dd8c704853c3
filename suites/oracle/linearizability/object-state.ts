import type { Contents, Effect, ObservedVersion, WriteEffect } from './operation.ts';

/**
 * What is known of one object between two operations. `open`: nothing. Of an object that is `there`, each absent member is not known;
 * `leaving` is whether it has a deletion timestamp, after which it may be gone at any time.
 */
export type ObjectState = { readonly phase: 'absent' } | { readonly phase: 'open' } | There;

interface There {
  readonly phase: 'there';
  readonly uid: number | undefined;
  readonly token: number | undefined;
  readonly leaving: boolean | undefined;
  readonly content: number | undefined;
}

export const ABSENT: ObjectState = { phase: 'absent' };
export const OPEN: ObjectState = { phase: 'open' };
const SOMETHING: There = { phase: 'there', uid: undefined, token: undefined, leaving: undefined, content: undefined };

/** Which versions have been, and which are still to be met: a version that an object once left does not come back. */
export interface Tokens {
  /** Whether an operation that has taken effect showed or required it. */
  used(token: number): boolean;
  /** Whether an operation that must still take effect shows or requires it: then the object cannot leave it yet. */
  wanted(token: number): boolean;
}

/**
 * The state after an operation, or `undefined` where that operation cannot have been answered as it was in that state. The system may
 * write an object at any time without a word (document, Object metadata: annotations; readings): then its version changes, and nothing
 * that clients write. So a state is left for a version that was not seen before without any operation, but never for another content.
 *
 *     there, version 7, { k: 1 }   GET shows 7, { k: 1 }                -> the same
 *     there, version 7, { k: 1 }   GET shows 8, { k: 1 }                -> there, version 8: a control loop wrote its status
 *     there, version 7, { k: 1 }   GET shows 8, { k: 2 }                -> undefined: nobody wrote that
 *     there, version 8, { k: 2 }   PUT with version 7 answers 200       -> undefined where 7 was seen before
 *     there, version 8, { k: 2 }   PATCH { m: 3 } answers 9, { m: 3 }   -> undefined: k is lost
 *     leaving                      GET 404                              -> absent
 *     absent                       GET shows anything                   -> undefined
 */
export function stateAfter(
  state: ObjectState,
  effect: Effect,
  tokens: Tokens,
  contents: Contents,
): ObjectState | undefined {
  switch (effect.do) {
    case 'read':
      return effect.shown === undefined ? whenAbsent(state, tokens) : afterRead(state, effect.shown, tokens, contents);
    case 'meet':
      return state.phase === 'absent' ? undefined : state.phase === 'open' ? SOMETHING : state;
    case 'create':
      return whenAbsent(state, tokens) === undefined ? undefined : made(effect.shown, tokens);
    case 'write':
      return afterWrite(state, effect, tokens, contents);
    case 'remove':
      return afterRemoval(state, effect, tokens);
    case 'anything':
      return isHeldBy(state, tokens) ? undefined : OPEN;
  }
}

/** Names a state: two states with one name are the same. */
export function stateName(state: ObjectState): string {
  return state.phase === 'there'
    ? `${state.uid ?? ''},${state.token ?? ''},${String(state.leaving ?? '')},${state.content ?? ''}`
    : state.phase;
}

/** Absent, where the object may be gone by now. */
function whenAbsent(state: ObjectState, tokens: Tokens): ObjectState | undefined {
  if (state.phase === 'there' && (state.leaving === false || isHeldBy(state, tokens))) return undefined;
  return ABSENT;
}

/** Whether the version that the object has is still to be met, so that nothing may change it yet. */
function isHeldBy(state: ObjectState, tokens: Tokens): boolean {
  return state.phase === 'there' && state.token !== undefined && tokens.wanted(state.token);
}

function made(shown: ObservedVersion | undefined, tokens: Tokens): ObjectState | undefined {
  if (shown === undefined) return { ...SOMETHING, leaving: false };
  return isUsed(shown, tokens) ? undefined : { phase: 'there', ...shown };
}

function isUsed({ token }: ObservedVersion, tokens: Tokens): boolean {
  return token !== undefined && tokens.used(token);
}

function afterRead(
  state: ObjectState,
  shown: ObservedVersion,
  tokens: Tokens,
  contents: Contents,
): ObjectState | undefined {
  if (state.phase === 'absent') return undefined;
  if (state.phase === 'open') return isUsed(shown, tokens) ? undefined : { phase: 'there', ...shown };
  if (!isSameLife(state, shown) || (state.content !== undefined && !contents.same(state.content, shown.content)))
    return undefined;
  const moved = shown.token !== undefined && shown.token !== state.token;
  if (moved && (isUsed(shown, tokens) || isHeldBy(state, tokens))) return undefined;
  return { phase: 'there', ...shown, token: shown.token ?? state.token };
}

/** Whether it can be the same object, marked as leaving or not. */
function isSameLife(state: There, shown: ObservedVersion): boolean {
  return (
    (state.uid === undefined || state.uid === shown.uid) &&
    (state.leaving === undefined || state.leaving === shown.leaving)
  );
}

function afterWrite(
  state: ObjectState,
  effect: WriteEffect,
  tokens: Tokens,
  contents: Contents,
): ObjectState | undefined {
  const changed =
    state.phase === 'absent'
      ? undefined
      : afterChange(state.phase === 'open' ? SOMETHING : state, effect, tokens, contents);
  if (!effect.makes || whenAbsent(state, tokens) === undefined) return changed;
  // What it met may have been gone by then: without an answer there is no telling which of the two objects it is.
  if (effect.shown === undefined) return changed === undefined ? made(undefined, tokens) : SOMETHING;
  return changed ?? made(effect.shown, tokens);
}

function afterChange(state: There, effect: WriteEffect, tokens: Tokens, contents: Contents): ObjectState | undefined {
  const { shown } = effect;
  const met = meeting(state, effect, tokens);
  if (met === undefined) return undefined;
  if (shown === undefined) return isHeldBy(met, tokens) ? undefined : { ...met, token: undefined, content: undefined };
  if (!isSameLife(met, shown)) return undefined;
  if (shown.token !== undefined && shown.token === met.token)
    return met.content === undefined || contents.same(met.content, shown.content)
      ? { phase: 'there', ...shown }
      : undefined;
  if (isUsed(shown, tokens) || isHeldBy(met, tokens)) return undefined;
  if (
    effect.change !== undefined &&
    met.content !== undefined &&
    !contents.follows(met.content, effect.change, shown.content)
  )
    return undefined;
  return { phase: 'there', ...shown };
}

/** The state at the version that a write was sent with. */
function meeting(state: There, { requires }: WriteEffect, tokens: Tokens): There | undefined {
  if (requires === undefined || requires === state.token) return state;
  return tokens.used(requires) || isHeldBy(state, tokens) ? undefined : { ...state, token: requires };
}

function afterRemoval(
  state: ObjectState,
  { atOnce, uid }: Extract<Effect, { do: 'remove' }>,
  tokens: Tokens,
): ObjectState | undefined {
  if (state.phase === 'absent') return undefined;
  if (state.phase === 'open') return atOnce ? ABSENT : { ...SOMETHING, uid, leaving: true };
  if (uid !== undefined && state.uid !== undefined && state.uid !== uid) return undefined;
  if (!atOnce && state.leaving === true) return state;
  if (isHeldBy(state, tokens)) return undefined;
  return atOnce ? ABSENT : { ...state, token: undefined, leaving: true };
}
