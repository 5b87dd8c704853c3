import { type Command, InvalidArgumentError } from 'commander';
import { pathGlob, pluralOf, type SelectedVerb, type ExchangeSelection, VERBS } from '../record/selection.ts';

export interface SelectionFlags {
  readonly path?: readonly RegExp[];
  readonly verb?: readonly SelectedVerb[];
  readonly kind?: readonly string[];
}

/** Adds the flags that select exchanges. Each accepts several values; an exchange must match all given flags. */
export function withSelectionFlags(command: Command, what: string): Command {
  return command
    .option(
      '--path <glob>',
      `${what} whose path matches: * is any run of characters but /, ** any at all`,
      (glob, before: readonly RegExp[] = []) => [...before, pathGlob(glob)],
    )
    .option(
      '--verb <verb,...>',
      `${what} of these verbs: ${VERBS.join(', ')}`,
      (verbs, before: readonly SelectedVerb[] = []) => [...before, ...verbs.split(',').map(verbNamed)],
    )
    .option(
      '--kind <kind,...>',
      `${what} of these kinds: pods, ConfigMap, ...`,
      (kinds, before: readonly string[] = []) => [...before, ...kinds.split(',').map((kind) => pluralOf(kind.trim()))],
    );
}

/** The selection of the flags; `undefined` if no flag is given. */
export function selectionOf({ path, verb, kind }: SelectionFlags): ExchangeSelection | undefined {
  if (path === undefined && verb === undefined && kind === undefined) return undefined;
  return { paths: path ?? [], verbs: verb ?? [], kinds: kind ?? [] };
}

function verbNamed(text: string): SelectedVerb {
  const verb = VERBS.find((each) => each === text.trim().toLowerCase());
  if (verb === undefined) throw new InvalidArgumentError(`Give one of ${VERBS.join(', ')}.`);
  return verb;
}
