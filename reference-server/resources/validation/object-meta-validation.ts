import type { ObjectMeta } from '../api-object.ts';
import { type StatusCauses, invalid, required, shown, tooLong } from '../causes.ts';
import { checkNotNegative } from './field-checks.ts';
import { type Format, pathSegment, qualifiedName } from '../values/formats.ts';
import { isAbsent, items, members, text } from '../values/json-members.ts';
import { validateLabels } from './label-selector-validation.ts';

/** The most bytes of all annotations' keys and values together. */
const MOST_ANNOTATIONS = 262_144;
const STANDARD_FINALIZERS = ['kubernetes', 'orphan', 'foregroundDeletion'];

/** Rules of metadata that depend on the kind. */
export interface MetaRules {
  readonly name: Format;
  /** Whether finalizers without a prefix may have any name. */
  readonly anyFinalizer?: true;
}

/** Validates the metadata of an object in its stored form. */
export function validateObjectMeta(metadata: ObjectMeta, rules: MetaRules, causes: StatusCauses): void {
  validateNames(metadata, rules.name, causes);
  checkNotNegative(causes, 'metadata.generation', metadata.generation);
  validateLabels(metadata.labels, 'metadata.labels', causes);
  validateAnnotations(metadata.annotations, 'metadata.annotations', causes);
  validateFinalizers(metadata.finalizers, rules, causes);
  validateOwners(metadata.ownerReferences, causes);
  validateInitializers(metadata.initializers, causes);
}

function validateNames({ name, generateName }: ObjectMeta, format: Format, causes: StatusCauses): void {
  if (text(generateName) !== '') {
    const wrong = pathSegment(text(generateName)) ?? format(withoutEnd(text(generateName)));
    if (wrong !== undefined) invalid(causes, 'metadata.generateName', `${shown(generateName)} ${wrong}`);
  }
  if (text(name) === '') {
    required(causes, 'metadata.name', 'is required where there is no generateName');
    return;
  }
  const wrong = pathSegment(text(name)) ?? format(text(name));
  if (wrong !== undefined) invalid(causes, 'metadata.name', `${shown(name)} ${wrong}`);
}

/** A base of generated names may end with a "-", because a suffix follows. */
function withoutEnd(base: string): string {
  return base.endsWith('-') ? `${base.slice(0, -2)}a` : base;
}

/** Annotations of objects and of templates. */
export function validateAnnotations(annotations: unknown, field: string, causes: StatusCauses): void {
  let bytes = 0;
  for (const [key, value] of Object.entries(members(annotations))) {
    const wrong = qualifiedName(key.toLowerCase());
    if (wrong !== undefined) invalid(causes, field, `${shown(key)} ${wrong}`);
    bytes += Buffer.byteLength(key) + Buffer.byteLength(text(value));
  }
  if (bytes > MOST_ANNOTATIONS)
    tooLong(causes, field, `keys and values together are ${bytes} bytes; ${MOST_ANNOTATIONS} are allowed`);
}

function validateFinalizers(finalizers: unknown, rules: MetaRules, causes: StatusCauses): void {
  const field = 'metadata.finalizers';
  for (const finalizer of items(finalizers)) {
    const wrong = finalizerProblem(text(finalizer), rules.anyFinalizer === true);
    if (wrong !== undefined) invalid(causes, field, `${shown(finalizer)} ${wrong}`);
  }
  if (items(finalizers).includes('orphan') && items(finalizers).includes('foregroundDeletion')) {
    invalid(causes, field, 'orphan and foregroundDeletion exclude each other');
  }
}

/** The defect of a finalizer's name; also for those of a namespace's spec. */
export function finalizerProblem(finalizer: string, any = false): string | undefined {
  const wrong = qualifiedName(finalizer);
  if (wrong !== undefined) return wrong;
  if (any || finalizer.includes('/') || STANDARD_FINALIZERS.includes(finalizer)) return undefined;
  return `must have a prefix and "/", or be one of ${STANDARD_FINALIZERS.join(', ')}`;
}

function validateOwners(owners: unknown, causes: StatusCauses): void {
  const field = 'metadata.ownerReferences';
  for (const owner of items(owners).map(members)) {
    for (const member of ['apiVersion', 'kind', 'name', 'uid']) {
      if (text(owner[member]) === '') invalid(causes, `${field}.${member}`, 'must not be empty');
    }
    if (text(owner['apiVersion']).split('/').length > 2)
      invalid(
        causes,
        `${field}.apiVersion`,
        `${shown(owner['apiVersion'])} must be a version, or a group and a version`,
      );
    if (owner['apiVersion'] === 'v1' && owner['kind'] === 'Event')
      invalid(causes, field, 'an Event cannot own anything');
  }
  const controllers = items(owners).filter((owner) => members(owner)['controller'] === true);
  if (controllers.length > 1) invalid(causes, field, `only one owner can be the controller, not ${controllers.length}`);
}

function validateInitializers(initializers: unknown, causes: StatusCauses): void {
  if (isAbsent(initializers)) return;
  const { pending, result } = members(initializers);
  for (const [index, entry] of items(pending).entries()) {
    const wrong = qualifiedName(text(members(entry)['name']));
    if (wrong !== undefined)
      invalid(causes, `metadata.initializers.pending[${index}].name`, `${shown(members(entry)['name'])} ${wrong}`);
  }
  if (isAbsent(result) && items(pending).length === 0)
    invalid(causes, 'metadata.initializers.pending', 'must not be empty while there is no result');
  if (!isAbsent(result) && members(result)['status'] !== 'Failure')
    invalid(causes, 'metadata.initializers.result.status', 'must be "Failure"');
}
