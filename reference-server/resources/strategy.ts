import type { Kind, Resource } from '../../spec/surface/resources.ts';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { ApiObject } from './api-object.ts';

/** One broken rule of validation, by field path: `spec.containers[0].name`, `data[a/b]`. */
export interface FieldError {
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

/** The request and server facts that strategies may use. */
export interface StrategyContext {
  /** The resource of the path: Deployment differs by group under some dialects. */
  readonly resource: Resource;
  readonly choices: DialectChoices;
  /**
   * For an update, the stored object; for a create, an object that was created with an equal spec. Values of the new
   * object that are identical to its values already have defaults and are valid.
   */
  readonly stored?: ApiObject;
}

/**
 * The behaviour of a kind. Objects are values: every function returns a new object (or the same one, unchanged). The
 * registry is total, so a new kind does not compile until its strategy is complete.
 */
export interface ResourceStrategy {
  /**
   * Fills in the defaults of the document and the real system, after every decoding of a body, and drops members
   * that are empty on output.
   */
  readonly defaults: (object: ApiObject, context: StrategyContext) => ApiObject;
  /**
   * Before validation of a create: status reset, generated selectors and labels, system fields. Common metadata is done
   * by the caller.
   */
  readonly prepareForCreate: (object: ApiObject, context: StrategyContext) => ApiObject;
  /**
   * Before validation of a replace or patch of the resource: takes over from `old` the members that such a write
   * cannot change and ignores (status).
   */
  readonly prepareForUpdate: (object: ApiObject, old: ApiObject, context: StrategyContext) => ApiObject;
  /**
   * Before validation of a write to `/status`: takes over everything from `old` except the status and other writable
   * members. Absent on kinds without `/status`.
   */
  readonly prepareForStatusUpdate?: (object: ApiObject, old: ApiObject, context: StrategyContext) => ApiObject;
  readonly validate: (object: ApiObject, context: StrategyContext) => readonly FieldError[];
  /** In addition to `validate` of the new object: the immutable members. */
  readonly validateUpdate: (object: ApiObject, old: ApiObject, context: StrategyContext) => readonly FieldError[];
  readonly validateStatusUpdate?: (
    object: ApiObject,
    old: ApiObject,
    context: StrategyContext,
  ) => readonly FieldError[];
  /** After validation: converts the object to its stored form. Absent: no conversion. */
  readonly canonical?: (object: ApiObject, context: StrategyContext) => ApiObject;
  /** Whether the stored spec of a new object depends only on the sent spec. Absent: it may depend on more. */
  readonly specStandsAlone?: true;
  /**
   * Whether `metadata.generation` is kept by the system, and whether this change increases it. Absent: the kind has no
   * generation.
   */
  readonly generationChanges?: (object: ApiObject, old: ApiObject, context: StrategyContext) => boolean;
  /** Values for field selectors besides `metadata.name` and `metadata.namespace`, by field path. */
  readonly selectableFields: (object: ApiObject) => Readonly<Record<string, string>>;
  /** Names of those fields, so an unknown one is refused on an empty collection too. */
  readonly selectableFieldNames: readonly string[];
  /**
   * The grace period of this object in seconds, given the requested one (`undefined`: none). Absent: the kind is
   * deleted at once.
   */
  readonly gracePeriod?: (object: ApiObject, asked: number | undefined) => number;
  /**
   * Why this object can never be deleted, as a sentence; `undefined` if it can. Absent: every object of the kind
   * can.
   */
  readonly refuseDelete?: (object: ApiObject) => string | undefined;
  /**
   * The object while its contents are being deleted; `undefined` if nothing in its spec holds it. Absent: the kind
   * contains nothing.
   */
  readonly terminate?: (object: ApiObject) => ApiObject | undefined;
  /**
   * For a write to `/finalize`: takes over everything from `old` but the finalizers of the spec. Absent: the kind has
   * no such path.
   */
  readonly prepareForFinalize?: (object: ApiObject, old: ApiObject) => ApiObject;
  /** Milliseconds after its last write at which an object of the kind expires. Absent: never. */
  readonly lifetimeMs?: number;
  /** The propagation of a delete without options and finalizers. */
  readonly defaultPropagation: 'orphan' | 'background';
  /** Clears members for `export=true`, in addition to the common metadata and status. */
  readonly forExport?: (object: ApiObject, exact: boolean, choices: DialectChoices) => ApiObject;
  /** Absent: nothing. */
  readonly subresources?: readonly Subresource[];
  /** The differences of the kind in dialects that choose `by-kind`. Absent: none. */
  readonly byKind?: ByKind;
}

/** Paths of objects of a kind besides `/status`. */
export type Subresource = 'scale' | 'binding' | 'eviction' | 'rollback';

interface ByKind {
  /** Field selectors are refused, also those on name and namespace. */
  readonly refusesFieldSelectors?: true;
  /** Field selectors know no namespace of it. */
  readonly refusesNamespaceSelector?: true;
  /** Reads ignore the version that they name. */
  readonly readsIgnoreVersion?: true;
  /** A new object without a name gets its uid as name. */
  readonly namedByUid?: true;
  /** A PUT of a missing object creates it. */
  readonly createdByReplace?: true;
  /** A PUT must name the replaced version. */
  readonly replaceNeedsVersion?: true;
  /** A PUT with another uid is a validation error, as a PATCH with one is; for other kinds it is a conflict. */
  readonly otherUidIsInvalid?: true;
  /** The groups in errors, on any path: with its plural and with its kind. */
  readonly errorGroups?: { readonly plural: string; readonly kind: string };
  /** A delete does not read its options. */
  readonly ignoresDeleteOptions?: true;
  /** A delete reads only the preconditions of its options. */
  readonly heedsPreconditionsAlone?: true;
  /** The status of an export: empty, or as at creation if it is exact. */
  readonly exportedStatus?: 'empty' | 'empty-unless-exact';
  /** The response to a delete is the deleted object. */
  readonly deleteReturnsObject?: true;
  /** The Status for a deletion has no details. */
  readonly deletionHasNoDetails?: true;
  /** Kinds that a new object may claim, if it has nothing but metadata. */
  readonly takesFor?: readonly string[];
  /** Its collections cannot be deleted. */
  readonly hasNoCollectionDelete?: true;
  /** Its objects have no Scale. */
  readonly hasNoScale?: true;
  /** The number of changes kept for watches that start in the past; for other kinds 100. */
  readonly watchedChanges?: number;
  /** A DELETED event has a version of its own; for other kinds it has the object's last version. */
  readonly deletedEventHasVersion?: true;
}

export type StrategyRegistry = Readonly<Record<Kind, ResourceStrategy>>;
