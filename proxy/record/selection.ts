import { asksToWatch } from '../../spec/surface/match-path.ts';
import { RESOURCES } from '../../spec/surface/resources.ts';
import { splitTarget } from '../../shared/exchange-log/split-target.ts';

/** Verbs of Kubernetes' access control, which describe a request better than its method. */
export const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const;
export type SelectedVerb = (typeof VERBS)[number];

/** A selection of exchanges. An empty list does not restrict. */
export interface ExchangeSelection {
  /** Each matches whole paths, without the query. */
  readonly paths: readonly RegExp[];
  readonly verbs: readonly SelectedVerb[];
  /** Plurals, as in paths. */
  readonly kinds: readonly string[];
}

export const ALL: ExchangeSelection = { paths: [], verbs: [], kinds: [] };

/** Whether a selection includes a request. */
export function selects(
  { paths, verbs, kinds }: ExchangeSelection,
  { method, target }: { readonly method: string; readonly target: string },
): boolean {
  if (paths.length === 0 && verbs.length === 0 && kinds.length === 0) return true;
  const { path, query } = splitTarget(target);
  const { plural, named, watched } = partsOf(path);
  const watching = watched || asksToWatch(new URLSearchParams(query));
  const verb = verbOf(method, named, watching);
  return (
    (paths.length === 0 || paths.some((each) => each.test(path))) &&
    (verbs.length === 0 || (verb !== undefined && verbs.includes(verb))) &&
    (kinds.length === 0 || (plural !== undefined && kinds.includes(plural)))
  );
}

/** A glob over paths: `*` is any run of characters but `/`, `**` any run, `?` one character but `/`. */
export function pathGlob(glob: string): RegExp {
  const pieces = glob
    .split(/(\*\*|\*|\?)/)
    .map((piece) =>
      piece === '**'
        ? '.*'
        : piece === '*'
          ? '[^/]*'
          : piece === '?'
            ? '[^/]'
            : piece.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`),
    );
  return new RegExp(`^${pieces.join('')}$`, 's');
}

/**
 * The plural of a kind in any common spelling: `Pod`, `pods`, `PODS`. Kinds outside of the document count as
 * plurals.
 */
export function pluralOf(name: string): string {
  const wanted = name.toLowerCase();
  return RESOURCES.find(({ kind, plural }) => kind.toLowerCase() === wanted || plural === wanted)?.plural ?? wanted;
}

interface PathParts {
  readonly plural: string | undefined;
  readonly named: boolean;
  readonly watched: boolean;
}

/**
 * The parts of a path, from its form alone, which is the same for every kind (document, Endpoints). The name of a
 * namespace is the last segment, or followed by one of its subresources.
 */
function partsOf(path: string): PathParts {
  const [, root, ...rest] = path.split('/').filter((segment, index) => segment !== '' || index === 0);
  const after = root === 'api' ? rest.slice(1) : root === 'apis' ? rest.slice(2) : [];
  const watched = after[0] === 'watch';
  const own = watched ? after.slice(1) : after;
  const within =
    own[0] === 'namespaces' && own.length > 2 && !(own.length === 3 && ['status', 'finalize'].includes(own[2] ?? ''));
  const [plural, name] = within ? own.slice(2) : own;
  return { plural, named: name !== undefined, watched };
}

function verbOf(method: string, named: boolean, watching: boolean): SelectedVerb | undefined {
  if (method === 'GET' && watching) return 'watch';
  if (method === 'GET' || method === 'HEAD') return named ? 'get' : 'list';
  if (method === 'DELETE') return named ? 'delete' : 'deletecollection';
  return method === 'POST' ? 'create' : method === 'PUT' ? 'update' : method === 'PATCH' ? 'patch' : undefined;
}
