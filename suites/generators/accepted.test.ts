import { constantFrom, sample, tuple } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPEC } from '../../spec/dialects/index.ts';
import { type Resource, RESOURCES } from '../../spec/surface/resources.ts';
import { startReferenceServer } from '../cli/servers/reference-server-process.ts';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import { expand } from '../drivers/cases/expand.ts';
import type { Template } from '../program/program.ts';
import { deviations, missing, SYSTEM_WRITTEN } from '../oracle/values/comparison.ts';
import { withDocumentedDefaults } from '../oracle/objects/documented-defaults.ts';
import type { Json, JsonObject } from '../oracle/json.ts';
import { applyPatch } from '../oracle/merge/apply-patch.ts';
import { CHANGE_STATEMENTS } from '../oracle/validation/immutability.ts';
import { jsonPatchOf } from '../oracle/validation/json-patch-of.ts';
import { STATEMENTS } from '../oracle/validation/statements.ts';
import { unshown } from '../oracle/values/write-only.ts';
import { changeOf } from './changes.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { objectOf } from './objects.ts';
import { type PatchCase, patchFor } from './patches.ts';
import { statusOf } from './statuses.ts';

/**
 * Sends generated objects and patches to a server with the real server's strictness, and compares the stored objects
 * with the oracle's expectation.
 */

interface ServerReply {
  readonly status: number;
  readonly body: JsonObject;
}

const NAMESPACE = 'generated';
const CASES = 5;
const JSON_TYPE = 'application/json';
const AT_ONCE = { gracePeriodSeconds: 0, propagationPolicy: 'Background' };

let server: ListeningProcess;
let made = 0;

beforeAll(async () => {
  server = await startReferenceServer('spec');
  await call('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

async function call(method: string, path: string, body?: Json, type = JSON_TYPE): Promise<ServerReply> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': type } };
  const response = await fetch(server.url + path, { method, ...sent });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

function collection({ prefix, namespaced, plural }: Resource): string {
  return `${prefix}${namespaced ? `/namespaces/${NAMESPACE}` : ''}/${plural}`;
}

/** A template with its placeholders filled; `name` replaces `{{a}}`. */
function filled(template: Template, name: string): JsonObject {
  const holes: Readonly<Record<string, string>> = { a: name, namespace: NAMESPACE, case: 'case' };
  return expand(template, { text: (hole) => holes[hole], responseBody: () => undefined }, []) as JsonObject;
}

/** Creates an object on the server and deletes it after the test. */
async function withObject(
  resource: Resource,
  template: Template,
  use: (stored: JsonObject, path: string) => Promise<void>,
  name = `g${(made += 1)}-a`,
): Promise<void> {
  const { status, body } = await call('POST', collection(resource), filled(template, name));
  const path = `${collection(resource)}/${name}`;
  expect({ status, body }).toMatchObject({ status: 200 });
  try {
    await use(body, path);
  } finally {
    await call('DELETE', path, AT_ONCE);
  }
}

const nameIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

describe.each(RESOURCES.map((resource) => [resource.id, resource] as const))(
  'a strict server with generated %s',
  (_, resource) => {
    const within = { schema: resource.schema, ignore: SYSTEM_WRITTEN };

    it('keeps every object as it was sent, with the documented defaults', async () => {
      for (const object of sample(objectOf(resource), CASES)) {
        await withObject(resource, object, async (stored, path) => {
          const expected = withDocumentedDefaults(resource, filled(object, nameIn(path)), SPEC.choices);
          expect(missing(expected, stored, { ...within, ignore: [...within.ignore, ...unshown(expected)] })).toEqual(
            [],
          );
        });
      }
    });

    it('takes every change by PUT', async () => {
      for (const [object, edits] of sample(
        objectOf(resource).chain((each) => changeOf(resource).map((change) => [each, change] as const)),
        CASES,
      )) {
        await withObject(resource, object, async (stored, path) => {
          const asked = filled({ $edit: stored, with: edits }, nameIn(path));
          const response = await call('PUT', path, asked);
          expect(response).toMatchObject({ status: 200 });
          expect(
            deviations(withDocumentedDefaults(resource, asked, SPEC.choices), response.body, {
              ...within,
              ignore: [...within.ignore, ...unshown(asked)],
            }),
          ).toEqual([]);
        });
      }
    });

    it('applies every patch as the oracle does', async () => {
      const patches = objectOf(resource).chain((object) =>
        tuple(...(['json', 'merge', 'strategic'] as const).map((kind) => patchFor(resource, object, kind))).map(
          (all) => [object, all] as const,
        ),
      );
      for (const [object, all] of sample(patches, CASES)) {
        for (const patch of all) {
          await withObject(resource, object, async (stored, path) => {
            const body = filled(patch.body as Template, nameIn(path));
            expect({ body, found: await deviationsOf(resource, stored, path, { ...patch, body }) }).toEqual({
              body,
              found: [],
            });
          });
        }
      }
    });

    it('refuses every object that breaks a statement of the document, by POST, PUT and PATCH', async () => {
      for (const { breaks } of STATEMENTS.filter(({ resources }) => resources.includes(resource))) {
        for (const edits of sample(constantFrom(...breaks(resource)), 2)) {
          const broken = await call(
            'POST',
            collection(resource),
            filled({ $edit: minimalObject(resource, '{{a}}'), with: edits }, `g${(made += 1)}-a`),
          );
          await withObject(resource, minimalObject(resource, '{{a}}'), async (stored, path) => {
            const put = await call('PUT', path, filled({ $edit: stored, with: edits }, nameIn(path)));
            const patched = await call(
              'PATCH',
              path,
              filled(jsonPatchOf(edits), nameIn(path)),
              'application/json-patch+json',
            );
            expect({
              edits,
              refused: [broken, put, patched].map(({ status }) => status >= 400 && status < 500),
            }).toEqual({ edits, refused: [true, true, true] });
          });
        }
      }
    });

    it('refuses every change that the document forbids, or keeps the member', async () => {
      for (const { before, changes, outcome, field } of CHANGE_STATEMENTS.filter(({ resources }) =>
        resources.includes(resource),
      )) {
        for (const edits of sample(changes(resource), 2)) {
          await withObject(resource, before(resource, '{{a}}'), async (stored, path) => {
            const responses = [
              await call('PUT', path, filled({ $edit: stored, with: edits }, nameIn(path))),
              await call('PATCH', path, filled(jsonPatchOf(edits), nameIn(path)), 'application/json-patch+json'),
            ];
            expect({
              edits,
              accepted: outcome(SPEC.choices) === 'refused' && responses.some(({ status }) => status < 400),
            }).toEqual({ edits, accepted: false });
            const member = (object: JsonObject): Json | undefined =>
              field
                .slice(1)
                .split('/')
                .reduce<Json | undefined>((value, step) => (value as JsonObject)[step], object);
            expect(member((await call('GET', path)).body)).toEqual(member(stored));
          });
        }
      }
    });

    it('stores every status as it was sent', async () => {
      if (!resource.hasStatus) return;
      for (const status of sample(statusOf(resource), CASES)) {
        await withObject(resource, minimalObject(resource, '{{a}}'), async (stored, path) => {
          const response = await call('PUT', `${path}/status`, { ...stored, status });
          expect(missing({ status }, response.body, { schema: resource.schema })).toEqual([]);
        });
      }
    });
  },
);

/** The differences between the response to a patch and the oracle's result. */
async function deviationsOf(
  resource: Resource,
  stored: JsonObject,
  path: string,
  { mediaType, body }: PatchCase,
): Promise<unknown[]> {
  const response = await call('PATCH', path, body, mediaType);
  const asked = applyPatch(mediaType, stored, body, resource.schema);
  if ('refused' in asked || response.status !== 200) return [asked, response];
  const expected = withDocumentedDefaults(resource, asked.document as JsonObject, SPEC.choices);
  return deviations(expected, response.body, {
    schema: resource.schema,
    ignore: [...SYSTEM_WRITTEN, ...unshown(body)],
  });
}
