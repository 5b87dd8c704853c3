import { cached } from '../../../shared/cached.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import { deviations, differences } from '../../oracle/values/comparison.ts';
import { withDocumentedDefaults } from '../../oracle/objects/documented-defaults.ts';
import { isObject, type Json, type JsonObject } from '../../oracle/json.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { Contents } from '../../oracle/linearizability/operation.ts';
import { applyPatch } from '../../oracle/merge/apply-patch.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import { assignedLate, NOT_THE_CLIENTS } from '../not-the-clients.ts';
import { nullsTakenOver } from '../patch/nulls-taken-over.ts';

/**
 * How a content follows from the previous one: by a patch, or by a status write, which keeps everything but metadata
 * and status.
 */
export type ContentChange =
  | { readonly by: 'patch'; readonly mediaType: string; readonly patch: Json; readonly resource: Resource }
  | { readonly by: 'status' };

/** Metadata that a status write may change or not; the document is silent. */
const SILENT_IN_STATUS: readonly string[] = ['/metadata/labels', '/metadata/annotations'];

/**
 * Maps the contents of one object and their changes to the numbers that `findOrder` uses. Each pair is compared
 * once.
 */
export class ObjectContents implements Contents {
  readonly #choices: DialectChoices;
  readonly #schema: string;
  readonly #ignore: readonly string[];
  readonly #numbers = new Map<string, number>();
  readonly #contents: JsonObject[] = [];
  readonly #changes: ContentChange[] = [];
  readonly #compared = new Map<string, boolean>();

  /** `foreign`: keys of annotations that controllers wrote. */
  constructor(resource: Resource, choices: DialectChoices, foreign: Iterable<string>) {
    this.#choices = choices;
    this.#schema = resource.schema;
    this.#ignore = [...NOT_THE_CLIENTS, ...Array.from(foreign, (key) => pointer(['metadata', 'annotations', key]))];
  }

  content(value: JsonObject): number {
    const text = JSON.stringify({
      ...value,
      metadata: { ...(value['metadata'] as JsonObject), resourceVersion: '', selfLink: '', generation: 0 },
      status: null,
      apiVersion: '',
    });
    return cached(this.#numbers, text, () => this.#contents.push(value) - 1);
  }

  change(change: ContentChange): number {
    return this.#changes.push(change) - 1;
  }

  same(one: number, other: number): boolean {
    return one === other || cached(this.#compared, `${one} ${other}`, () => this.#same(one, other));
  }

  follows(before: number, change: number, after: number): boolean {
    return cached(this.#compared, `${before} ${change} ${after}`, () =>
      this.#follows(before, this.#changes[change], after),
    );
  }

  #same(one: number, other: number): boolean {
    const [from, to] = [this.#contents[one], this.#contents[other]];
    const late = from === undefined ? [] : assignedLate(from);
    return differences(from, to, { schema: this.#schema, ignore: [...this.#ignore, ...late] }).length === 0;
  }

  #follows(before: number, change: ContentChange | undefined, after: number): boolean {
    const [from, to] = [this.#contents[before], this.#contents[after]];
    if (from === undefined || to === undefined || change === undefined) return true;
    if (change.by === 'status')
      return (
        differences(from, to, {
          schema: this.#schema,
          ignore: [...this.#ignore, ...SILENT_IN_STATUS, ...assignedLate(from)],
        }).length === 0
      );
    const patched = applyPatch(change.mediaType, from, change.patch, change.resource.schema);
    if ('refused' in patched || !isObject(patched.document)) return true;
    const expected = withDocumentedDefaults(change.resource, patched.document, this.#choices);
    return (
      deviations(expected, to, {
        schema: this.#schema,
        ignore: [
          ...this.#ignore,
          ...unshown(patched.document),
          ...nullsTakenOver(change.mediaType, from, change.patch, this.#choices, change.resource.schema),
        ],
      }).length === 0
    );
  }
}
