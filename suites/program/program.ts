import type { ResourceId } from '../../spec/surface/resources.ts';
import type { Method, Verb } from '../../spec/surface/operations.ts';

/**
 * A case as plain data: what to send, in which order, with holes for what only the server can choose.
 * It shrinks, travels as JSON and replays from a file.
 *
 * A worked example - a PUT that carries a version which an acknowledged write has replaced:
 *
 *     [{ do: 'call', as: 'made', verb: 'create', resource: 'configmaps', namespace: 'ns1',
 *        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: '{{a}}' }, data: { k: '1' } } },
 *      { do: 'call', verb: 'replace', resource: 'configmaps', namespace: 'ns1', name: '{{a}}',
 *        body: { $edit: { $from: 'made' }, with: [{ set: '/data/k', to: '2' }] } },
 *      { do: 'call', verb: 'replace', resource: 'configmaps', namespace: 'ns1', name: '{{a}}',
 *        body: { $edit: { $from: 'made' }, with: [{ set: '/data/k', to: '3' }] } }]
 *
 * In every string and member name, `{{x}}` stands for the name `x` made unique for this case, with prefix relations kept (`{{a}}` is a
 * prefix of `{{ab}}`). `{{case}}` is the label value that marks this case's objects, `{{namespace}}` the namespace that the step is sent
 * to; `{{ns1}}`, `{{ns11}}` and `{{ns2}}` are the real names of the case's namespaces.
 *
 * A hole is filled from the body of an earlier answer, where that was a success, or from a watch: the list of its events so far,
 * `{ $from: 'w', at: '/0/object/metadata/resourceVersion' }`; in such a list `-1` names the last one, `-2` the one before. A step with a hole that nothing fills is skipped.
 */
export type Program = readonly Step[];

export type Step = CallStep | WatchStep | AwaitStep | StallStep | ResumeStep | CloseStep | TogetherStep | PauseStep;

/** Namespaces that a case may use. `ns1` is a prefix of `ns11`; each slot of a run owns its own three. */
export type NamespaceSlot = 'ns1' | 'ns11' | 'ns2';

/** A namespace that the case makes itself, by the template of its name: in it nothing was ever made. */
export type NamedNamespace = `{{${string}}}`;

export type NamespacePlace = NamespaceSlot | NamedNamespace;

export interface CallStep {
  readonly do: 'call';
  /** Name under which later steps refer to the answer. */
  readonly as?: string;
  readonly verb: Exclude<Verb, 'watch' | 'watchList' | 'watchAll'>;
  readonly resource: ResourceId;
  /** Absent on cluster-scoped resources and on list-all. */
  readonly namespace?: NamespacePlace;
  readonly name?: string;
  /** A list sends the parameter once for each of its members. */
  readonly query?: Readonly<Record<string, Template>>;
  /** Query as text, sent after `query` as it stands but for its holes: `labelSelector=a+in+(b)`. */
  readonly rawQuery?: string;
  /** Any JSON, with templates in it. */
  readonly body?: Template;
  /** Body as text, sent as it stands (templates are not expanded, `{{x}}` is); wins over `body`. */
  readonly text?: string;
  /** Media type of the request; default JSON, empty for none. `application/yaml` makes `body` travel as YAML. */
  readonly contentType?: string;
  /** Default JSON, empty for none. */
  readonly accept?: string;
  /** Sent instead of the verb's own method, for probes of what must be refused. */
  readonly method?: Method;
  /** Objects created by this step are not labelled as the run's (they are removed by name all the same). */
  readonly unlabelled?: true;
}

export interface WatchStep {
  readonly do: 'watch';
  readonly as: string;
  /** Which `/watch/` path, or the collection it is a parameter of. `watch` by parameter is a list with `fieldSelector=metadata.name=`. */
  readonly verb: Extract<Verb, 'watch' | 'watchList' | 'watchAll'>;
  readonly via: 'path' | 'parameter';
  readonly resource: ResourceId;
  readonly namespace?: NamespacePlace;
  readonly name?: string;
  readonly query?: Readonly<Record<string, Template>>;
  /** Query as text, sent after `query` as it stands but for its holes: `labelSelector=a+in+(b)`. */
  readonly rawQuery?: string;
  readonly accept?: string;
  /** A media type that the request says although it has no body; default none. */
  readonly contentType?: string;
}

/** Waits until the watch has shown what is named, has ended, or the time for it is up; never fails by itself. */
export interface AwaitStep {
  readonly do: 'await';
  readonly watch: string;
  readonly until:
    | { readonly events: number }
    | { readonly object: string; readonly type?: string }
    /** An event whose object has that resourceVersion. */
    | { readonly version: Template }
    | { readonly ended: true };
  /** Milliseconds; default the run's timeout. */
  readonly within?: number;
}

/** Stops reading the connection of a watch: what the server sends piles up on the way, and at last before it. */
export interface StallStep {
  readonly do: 'stall';
  readonly watch: string;
}

/** Reads on where a stalled watch was left. */
export interface ResumeStep {
  readonly do: 'resume';
  readonly watch: string;
}

/** Hangs up on a watch, whether or not all that was sent has been read. */
export interface CloseStep {
  readonly do: 'close';
  readonly watch: string;
}

/** Branches that run at the same time, each as a client of its own. */
export interface TogetherStep {
  readonly do: 'together';
  readonly branches: readonly Program[];
}

export interface PauseStep {
  readonly do: 'pause';
  /** Milliseconds. */
  readonly ms: number;
}

/** JSON with holes: `{ $from }` is filled from an earlier answer, `{ $edit }` with an edited copy of what fills it. */
export type Template =
  | null
  | boolean
  | number
  | string
  | readonly Template[]
  | FromTemplate
  | EditTemplate
  | { readonly [member: string]: Template };

export interface FromTemplate {
  readonly $from: string;
  /** JSON pointer into the answer's body; default the whole of it. */
  readonly at?: string;
}

export interface EditTemplate {
  readonly $edit: Template;
  readonly with: readonly Edit[];
}

/** `set` makes absent parents; `remove` of an absent member does nothing. Paths are JSON pointers. */
export type Edit = { readonly set: string; readonly to: Template } | { readonly remove: string };
