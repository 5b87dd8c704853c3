import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import { legalObject, legalStatus } from '../../spec/samples/index.ts';
import { SPEC } from '../../spec/dialects/index.ts';
import { type Resource, RESOURCES } from '../../spec/surface/resources.ts';
import { startReferenceServer } from '../cli/servers/reference-server-process.ts';
import { missing } from '../oracle/values/comparison.ts';
import { withDocumentedDefaults } from '../oracle/objects/documented-defaults.ts';
import type { JsonObject } from '../oracle/json.ts';
import { unshown } from '../oracle/values/write-only.ts';

const NAMESPACE = 'samples';
const TURNS = [0, 1, 2, 3, 4, 5];

let server: ListeningProcess;

beforeAll(async () => {
  server = await startReferenceServer('spec');
  await call('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

async function call(
  method: string,
  path: string,
  body: JsonObject,
): Promise<{ readonly status: number; readonly body: JsonObject }> {
  const response = await fetch(server.url + path, {
    method,
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

const collection = ({ prefix, namespaced, plural }: Resource): string =>
  `${prefix}${namespaced ? `/namespaces/${NAMESPACE}` : ''}/${plural}`;

describe.each(RESOURCES.map((resource) => [resource.id, resource] as const))('legal samples of %s', (_, resource) => {
  it.each([true, false])(
    'are stored with every member by a strict server, and so are their statuses; quiet: %s',
    async (quiet) => {
      for (const turn of TURNS) {
        const options = { name: `s${resource.group.length}-${turn}-${quiet}`, namespace: NAMESPACE, quiet };
        const object = legalObject(resource, turn, options) as JsonObject;
        const created = await call('POST', collection(resource), object);
        expect({ turn, ...created }).toMatchObject({ status: 200 });
        expect(
          missing(withDocumentedDefaults(resource, object, SPEC.choices), created.body, {
            schema: resource.schema,
            ignore: unshown(object),
          }),
        ).toEqual([]);
        const status = legalStatus(resource, turn, options) as JsonObject | undefined;
        if (status === undefined) continue;
        const written = await call('PUT', `${collection(resource)}/${options.name}/status`, {
          ...created.body,
          status,
        });
        expect({ turn, ...written }).toMatchObject({ status: 200 });
        expect(missing({ status }, written.body, { schema: resource.schema })).toEqual([]);
      }
    },
  );

  it('differ from turn to turn', () => {
    const options = { name: 'sample', namespace: NAMESPACE };
    if (resource.kind === 'Namespace') return;
    expect(legalObject(resource, 0, options)).not.toEqual(legalObject(resource, 1, options));
  });
});
