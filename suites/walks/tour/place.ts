import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { Kind } from '../../../spec/surface/resources.ts';
import { distinctChange } from '../../generators/changes.ts';
import { minimalObject } from '../../oracle/objects/minimal-objects.ts';
import type { Edit, Program, Step, Template } from '../../program/program.ts';
import type { Steps } from '../../rules/steps.ts';
import { edited } from '../../rules/write-and-read.ts';

/** Where a story takes place: in a namespace, and beside one whose name begins with its name. */
export interface Place {
  readonly on: Steps;
  readonly far: Steps;
  /** The name of a step's response, apart from those of the walk before the tour. */
  readonly as: (name: string) => string;
}

/** The steps of a story. */
export type Story = (place: Place) => Program;

/** Extras of a JSON patch. */
export const JSON_PATCH = { contentType: JSON_PATCH_TYPE } as const;

/** Extras of a strategic merge patch. */
export const STRATEGIC = { contentType: STRATEGIC_MERGE_PATCH_TYPE } as const;

/** Kinds whose status has conditions. */
export const WITH_CONDITIONS: ReadonlySet<Kind> = new Set(['Pod', 'Deployment', 'ReplicaSet', 'Job']);

/** Creates the smallest object of that name with these members of its metadata. */
export const make = (on: Steps, name: string, metadata: Readonly<Record<string, Template>> = {}): Step =>
  on.create({ $edit: minimalObject(on.maker, name), with: editsOf(metadata) });

/** Without any label, also those of the run. */
export const makeBare = (on: Steps, name: string): Step =>
  on.create(minimalObject(on.maker, name), { unlabelled: true });

const editsOf = (metadata: Readonly<Record<string, Template>>): Edit[] =>
  Object.entries(metadata).map(([member, to]) => ({ set: `/metadata/${member}`, to }));

/** A merge patch of labels. */
export const labels = (map: Readonly<Record<string, Template>>): Template => ({ metadata: { labels: map } });

/** A merge patch of annotations. */
export const notes = (map: Readonly<Record<string, Template>>): Template => ({ metadata: { annotations: map } });

/** Reads an object, PUTs it with these edits, and reads it again. */
export function put({ on, as }: Place, name: string, edits: readonly Edit[], unlabelled = false): Program {
  const read = as(`read ${name}`);
  return [
    on.get(name, { as: read }),
    on.replace(name, edited(read, edits), unlabelled ? { unlabelled: true } : {}),
    on.get(name),
  ];
}

/** Edits that change an object in a way of their own. */
export const changed = ({ on }: Place, text: string): readonly Edit[] => distinctChange(on.resource, text);
