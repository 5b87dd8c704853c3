import type { Kind, Resource } from '../../spec/surface/resources.ts';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { ApiObject } from './api-object.ts';

/** One broken rule of validation, by field path: `spec.containers[0].name`, `data[a/b]`. */
export interface Cause {
  readonly reason:
    | 'FieldValueRequired'
    | 'FieldValueInvalid'
    | 'FieldValueDuplicate'
    | 'FieldValueForbidden'
    | 'FieldValueNotSupported'
    | 'FieldValueTooLong'
    | 'FieldValueNotFound';
  readonly message: string;
  readonly field: string;
}

/** What strategies may know of the request and the server; all else is theirs. */
export interface StrategyContext {
  /** The resource of the path: Deployment differs by group under some dialects. */
  readonly resource: Resource;
  readonly choices: DialectChoices;
  /**
   * What an update begins with; of a new object, one that was made with an equal spec. What the new object has taken over of it, as the very same value,
   * has its defaults and was validated when it was written.
   */
  readonly stored?: ApiObject;
}

/**
 * What a kind answers for itself. Objects are treated as values: every function returns a new object (or the same one, unchanged).
 * The registry is total, so a new kind does not compile until it has answered.
 */
export interface ResourceStrategy {
  /** Fills in what the document and the real system default, on every decode of a body, and drops what is empty on output. */
  readonly defaults: (object: ApiObject, context: StrategyContext) => ApiObject;
  /** Before validation of a create: status reset, generated selectors and labels, system fields. Common metadata is done by the caller. */
  readonly prepareForCreate: (object: ApiObject, context: StrategyContext) => ApiObject;
  /** Before validation of a replace or patch of the resource: takes over from `old` what such a write may not change and ignores (status). */
  readonly prepareForUpdate: (object: ApiObject, old: ApiObject, context: StrategyContext) => ApiObject;
  /** The same for a write to `/status`: takes over everything from `old` but status and what else such a write may change. Absent on kinds without `/status`. */
  readonly prepareForStatusUpdate?: (object: ApiObject, old: ApiObject, context: StrategyContext) => ApiObject;
  readonly validate: (object: ApiObject, context: StrategyContext) => readonly Cause[];
  /** Beyond `validate` of the new object: what may not change. */
  readonly validateUpdate: (object: ApiObject, old: ApiObject, context: StrategyContext) => readonly Cause[];
  readonly validateStatusUpdate?: (object: ApiObject, old: ApiObject, context: StrategyContext) => readonly Cause[];
  /** After validation: the object in the form in which it is stored. Absent: as it is. */
  readonly canonical?: (object: ApiObject, context: StrategyContext) => ApiObject;
  /** Whether the spec that is stored of a new object depends on nothing but the spec that was sent. Absent: it may. */
  readonly specStandsAlone?: true;
  /** Whether `metadata.generation` is kept by the system, and whether this change increases it. Absent: the kind has no generation. */
  readonly generationChanges?: (object: ApiObject, old: ApiObject, context: StrategyContext) => boolean;
  /** Values that field selectors may name beside `metadata.name` and `metadata.namespace`, by field path. */
  readonly selectableFields: (object: ApiObject) => Readonly<Record<string, string>>;
  /** Names of those fields, so that an unknown one is refused on an empty collection too. */
  readonly selectableFieldNames: readonly string[];
  /** Seconds that this object lingers when deleted, given what the request asked for (`undefined`: nothing). Absent: the kind is removed at once. */
  readonly gracePeriod?: (object: ApiObject, asked: number | undefined) => number;
  /** Why this object may never be deleted, as a sentence; `undefined` when it may. Absent: every object of the kind may. */
  readonly refuseDelete?: (object: ApiObject) => string | undefined;
  /** How the object looks while what it contains is being removed; `undefined` when nothing in its spec holds it. Absent: the kind contains nothing. */
  readonly terminate?: (object: ApiObject) => ApiObject | undefined;
  /** For a write to `/finalize`: takes over everything from `old` but the finalizers of the spec. Absent: the kind has no such path. */
  readonly prepareForFinalize?: (object: ApiObject, old: ApiObject) => ApiObject;
  /** Milliseconds after the last write of it at which an object of the kind is gone by itself. Absent: it never is. */
  readonly lifetimeMs?: number;
  /** What a delete without options and finalizers does to dependants. */
  readonly defaultPropagation: 'orphan' | 'background';
  /** What `export=true` clears beyond the common metadata and status. */
  readonly forExport?: (object: ApiObject, exact: boolean, choices: DialectChoices) => ApiObject;
  /** Absent: nothing. */
  readonly subresources?: readonly Subresource[];
  /** What sets the kind apart where a dialect answers `by-kind`. Absent: nothing. */
  readonly byKind?: ByKind;
}

/** What objects of a kind have under paths of their own, beside `/status`. */
export type Subresource = 'scale' | 'binding' | 'eviction' | 'rollback';

export interface ByKind {
  /** Field selectors are refused, also those on name and namespace. */
  readonly refusesFieldSelectors?: true;
  /** Field selectors know no namespace of it. */
  readonly refusesNamespaceSelector?: true;
  /** Reads do not look at the version that they name. */
  readonly readsIgnoreVersion?: true;
  /** A new object without a name is called by its uid. */
  readonly namedByUid?: true;
  /** A PUT of an object that does not exist makes it. */
  readonly createdByReplace?: true;
  /** A PUT must name the version that it replaces. */
  readonly replaceNeedsVersion?: true;
  /** A PUT with another uid breaks a rule of validation, as a PATCH with one does; of other kinds it is a conflict. */
  readonly otherUidIsInvalid?: true;
  /** The groups that errors name, on whichever path, where they name its plural and where they name its kind. */
  readonly errorGroups?: { readonly plural: string; readonly kind: string };
  /** A delete does not read its options. */
  readonly ignoresDeleteOptions?: true;
  /** A delete reads of its options the preconditions alone. */
  readonly heedsPreconditionsAlone?: true;
  /** The status of an export is empty, or as at creation where it is exact. */
  readonly exportedStatus?: 'empty' | 'empty-unless-exact';
  /** A delete is answered by the object that it removed. */
  readonly removalAnswersObject?: true;
  /** The Status that answers a removal does not say of what. */
  readonly removalHasNoDetails?: true;
  /** Kinds of which a new object is taken for one of this kind, where it has nothing but its metadata. */
  readonly takesFor?: readonly string[];
  /** Its collections cannot be deleted. */
  readonly hasNoCollectionDelete?: true;
  /** Its objects have no Scale. */
  readonly hasNoScale?: true;
  /** How many of its changes are kept for watches that begin in the past; of other kinds 100. */
  readonly watchedChanges?: number;
  /** A removal is told under a version of its own; other kinds are told of with their last. */
  readonly removalHasVersion?: true;
}

export type StrategyRegistry = Readonly<Record<Kind, ResourceStrategy>>;
