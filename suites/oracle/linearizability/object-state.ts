import type { Contents, Effect, ObservedVersion, WriteEffect } from './operation.ts';

/**
 * The known state of one object between two operations. `open`: unknown. If an object is `there`, each absent member
 * is unknown. `leaving`: it has a deletion timestamp, so it may be gone at any time.
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

/** Which versions were used, and which are still needed. An object never returns to a version that it left. */
export interface Tokens {
  /** Whether an applied operation showed or required the version. */
  used(token: number): boolean;
  /** Whether a remaining mandatory operation shows or requires the version. The object cannot leave it yet. */
  wanted(token: number): boolean;
}

/**
 * The state after an operation, or `undefined` if that operation is impossible in that state. The system may write
 * an object at any time (document, Object metadata: annotations; readings). Such a write changes the version, but no
 * content that clients write. So a state may move to an unseen version without an operation, but never to other
 * content.
 *
 *     there, version 7, { k: 1 }   GET shows 7, { k: 1 }                -> the same
 *     there, version 7, { k: 1 }   GET shows 8, { k: 1 }                -> there, version 8: a controller wrote its status
 *     there, version 7, { k: 1 }   GET shows 8, { k: 2 }                -> undefined: nobody wrote that
 *     there, version 8, { k: 2 }   PUT with version 7 returns 200       -> undefined if 7 was seen before
 *     there, version 8, { k: 2 }   PATCH { m: 3 } returns 9, { m: 3 }   -> undefined: k is lost
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
      return afterDeletion(state, effect, tokens);
    case 'anything':
      return isHeldBy(state, tokens) ? undefined : OPEN;
  }
}

/** A name for a state. Equal states have equal names. */
export function stateName(state: ObjectState): string {
  return state.phase === 'there'
    ? `${state.uid ?? ''},${state.token ?? ''},${String(state.leaving ?? '')},${state.content ?? ''}`
    : state.phase;
}

/** The absent state, if the object may be gone by now. */
function whenAbsent(state: ObjectState, tokens: Tokens): ObjectState | undefined {
  if (state.phase === 'there' && (state.leaving === false || isHeldBy(state, tokens))) return undefined;
  return ABSENT;
}

/** Whether a later operation still needs the object's version, so that nothing may change it yet. */
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

/** Whether both can be the same object, terminating or not. */
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
  // The object may have been deleted by then. Without a response it is unknown which of the two objects the write
  // changed.
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

/** The state at the version that a write required. */
function meeting(state: There, { requires }: WriteEffect, tokens: Tokens): There | undefined {
  if (requires === undefined || requires === state.token) return state;
  return tokens.used(requires) || isHeldBy(state, tokens) ? undefined : { ...state, token: requires };
}

function afterDeletion(
  state: ObjectState,
  { atOnce, uid }: Extract<Effect, { do: 'remove' }>,
  tokens: Tokens,
): ObjectState | undefined {
  if (state.phase === 'absent') return undefined;
  if (state.phase === 'open') return atOnce ? ABSENT : { ...SOMETHING, uid, leaving: true };
  if (uid !== undefined && state.uid !== undefined && state.uid !== uid) return undefined;
  const known = { ...state, uid: state.uid ?? uid };
  if (!atOnce && state.leaving === true) return known;
  if (isHeldBy(state, tokens)) return undefined;
  return atOnce ? ABSENT : { ...known, token: undefined, leaving: true };
}
