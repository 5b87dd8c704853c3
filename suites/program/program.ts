import type { ResourceId } from '../../spec/surface/resources.ts';
import type { Method, Verb } from '../../spec/surface/operations.ts';

/**
 * A case as plain data: requests in order, with placeholders for values that only the server can choose. It shrinks,
 * travels as JSON and replays from a file.
 * A worked example - a PUT with a version that an acknowledged write has replaced:
 *
 *     [{ do: 'call', as: 'made', verb: 'create', resource: 'configmaps', namespace: 'ns1',
 *        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: '{{a}}' }, data: { k: '1' } } },
 *      { do: 'call', verb: 'replace', resource: 'configmaps', namespace: 'ns1', name: '{{a}}',
 *        body: { $edit: { $from: 'made' }, with: [{ set: '/data/k', to: '2' }] } },
 *      { do: 'call', verb: 'replace', resource: 'configmaps', namespace: 'ns1', name: '{{a}}',
 *        body: { $edit: { $from: 'made' }, with: [{ set: '/data/k', to: '3' }] } }]
 * In every string and member name, `{{x}}` becomes the name `x` made unique for this case, with prefix relations
 * kept (`{{a}}` is a prefix of `{{ab}}`). `{{case}}` is the label value of this case's objects, `{{namespace}}` the
 * namespace of the step; `{{ns1}}`, `{{ns11}}` and `{{ns2}}` are the real names of the case's namespaces.
 * A placeholder takes its value from the body of an earlier successful response, or from the list of a watch's
 * events so far, `{ $from: 'w', at: '/0/object/metadata/resourceVersion' }`; in such a list `-1` is the last event,
 * `-2` the one before. A step with a placeholder that has no value is skipped.
 */
export type Program = readonly Step[];

export type Step = CallStep | WatchStep | AwaitStep | StallStep | ResumeStep | CloseStep | TogetherStep | PauseStep;

/** Namespaces that a case may use. `ns1` is a prefix of `ns11`; each slot of a run owns its own three. */
export type NamespaceSlot = 'ns1' | 'ns11' | 'ns2';

/** A namespace that the case creates itself, by the template of its name; nothing was ever created in it. */
export type NamedNamespace = `{{${string}}}`;

export type NamespacePlace = NamespaceSlot | NamedNamespace;

export interface CallStep {
  readonly do: 'call';
  /** Name under which later steps refer to the response. */
  readonly as?: string;
  readonly verb: Exclude<Verb, 'watch' | 'watchList' | 'watchAll'>;
  readonly resource: ResourceId;
  /** Absent on cluster-scoped resources and on list-all. */
  readonly namespace?: NamespacePlace;
  readonly name?: string;
  /** A list sends the parameter once for each of its members. */
  readonly query?: QueryTemplate;
  /** Query as text, sent after `query`; only placeholders are filled: `labelSelector=a+in+(b)`. */
  readonly rawQuery?: string;
  /** Any JSON, with templates in it. */
  readonly body?: Template;
  /** Body as text; only `{{x}}` is filled, templates are not. Wins over `body`. */
  readonly text?: string;
  /** Media type of the request; default JSON, empty for none. `application/yaml` makes `body` travel as YAML. */
  readonly contentType?: string;
  /** Default JSON, empty for none. */
  readonly accept?: string;
  /** Replaces the verb's own method, for requests that must be refused. */
  readonly method?: Method;
  /** The body travels in chunks, without its length, as proxies and clients of streams send it. */
  readonly chunked?: true;
  /** Objects created by this step do not get the run's label (clean-up still removes them by name). */
  readonly unlabelled?: true;
}

export type QueryTemplate = Readonly<Record<string, Template>>;

export interface WatchStep {
  readonly do: 'watch';
  readonly as: string;
  /**
   * The `/watch/` path, or the collection for a watch by parameter. `watch` by parameter is a list with
   * `fieldSelector=metadata.name=`.
   */
  readonly verb: Extract<Verb, 'watch' | 'watchList' | 'watchAll'>;
  readonly via: 'path' | 'parameter';
  readonly resource: ResourceId;
  readonly namespace?: NamespacePlace;
  readonly name?: string;
  readonly query?: QueryTemplate;
  /** Query as text, sent after `query`; only placeholders are filled: `labelSelector=a+in+(b)`. */
  readonly rawQuery?: string;
  readonly accept?: string;
  /** A media type for a request without a body; default none. */
  readonly contentType?: string;
  /** The client does not accept gzip; by default clients do in half of the forms of requests. */
  readonly uncompressed?: true;
}

/**
 * Waits until the watch has delivered the named event, has ended, or the time limit has passed; never fails by
 * itself.
 */
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
  /**
   * The event must come, so a watch that delivers nothing in that time is silent, and a run waits for less once it knows
   * that.
   */
  readonly isDue?: true;
}

/**
 * Stops reading the connection of a watch: the server's events pile up in the buffers of the connection, and then in
 * the server.
 */
interface StallStep {
  readonly do: 'stall';
  readonly watch: string;
}

/** Continues reading a stalled watch. */
interface ResumeStep {
  readonly do: 'resume';
  readonly watch: string;
}

/** Closes a watch, even if it has unread events. */
interface CloseStep {
  readonly do: 'close';
  readonly watch: string;
}

/** Concurrent branches, each as a client of its own. */
export interface TogetherStep {
  readonly do: 'together';
  readonly branches: readonly Program[];
}

interface PauseStep {
  readonly do: 'pause';
  /** Milliseconds. */
  readonly ms: number;
}

/**
 * JSON with placeholders: `{ $from }` becomes a value of an earlier response, `{ $edit }` an edited copy of such a
 * value.
 */
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
  /** JSON pointer into the response body; default the whole body. */
  readonly at?: string;
}

export interface EditTemplate {
  readonly $edit: Template;
  readonly with: readonly Edit[];
}

/** `set` creates missing parents; `remove` of a missing member does nothing. Paths are JSON pointers. */
export type Edit = { readonly set: string; readonly to: Template } | { readonly remove: string };
