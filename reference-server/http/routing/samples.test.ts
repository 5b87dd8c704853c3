import { readdirSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Resource, RESOURCES } from '../../../spec/surface/resources.ts';
import { type Body, testServer, type TestServer } from '../../testing/server.fixture.ts';

const SAMPLES = new URL('../../../fixtures/objects/', import.meta.url);

interface ServedSample {
  readonly file: string;
  readonly text: string;
  readonly object: Body;
}

function samples(folder: 'valid' | 'invalid'): ServedSample[] {
  const directory = new URL(`${folder}/`, SAMPLES);
  return readdirSync(directory).map((file) => {
    const text = readFileSync(new URL(file, directory), 'utf8');
    return { file, text, object: load(text) as Body };
  });
}

/**
 * The place in the refusal of each broken clause: the field of a cause, or for a wrong JSON type the path in the
 * message. Lists are written without their indices.
 */
const FIELDS: Readonly<Record<string, string>> = {
  'container.command.type': 'spec.containers.command',
  'container.image-pull-policy.1': 'spec.containers.imagePullPolicy',
  'container.name.1': 'spec.containers.name',
  'container.name.2': 'containers.name',
  'container.ports.type': 'spec.containers.ports',
  'container.stdin.type': 'spec.containers.stdin',
  'container.termination-message-policy.1': 'spec.containers.terminationMessagePolicy',
  'container.tty.2': 'containers.tty',
  'cron-job-spec.schedule.1': 'spec.schedule',
  'cron-job-spec.suspend.type': 'spec.suspend',
  'deployment-spec.replicas.type': 'spec.replicas',
  'deployment-strategy.rolling-update.1': 'spec.strategy.rollingUpdate',
  'deployment-strategy.type.1': 'spec.strategy',
  'job-spec.parallelism.type': 'spec.parallelism',
  'object-metadata.labels.type': 'metadata.labels',
  'object-metadata.name.type': 'metadata.name',
  'pod-spec.active-deadline-seconds.1': 'spec.activeDeadlineSeconds',
  'pod-spec.containers.1': 'spec.containers',
  'pod-spec.dns-policy.1': 'spec.dnsPolicy',
  'pod-spec.host-aliases.2': 'spec',
  'pod-spec.init-containers.3': 'spec.initContainers.lifecycle',
  'pod-spec.init-containers.4': 'spec.initContainers.readinessProbe',
  'pod-spec.init-containers.5': 'spec.initContainers.name',
  'pod-spec.restart-policy.1': 'spec.restartPolicy',
  'pod-spec.termination-grace-period-seconds.1': 'spec.terminationGracePeriodSeconds',
  'rolling-update.max-surge.3': 'spec.strategy.rollingUpdate.max',
  'rolling-update.max-unavailable.3': 'spec.strategy.rollingUpdate.max',
};

const withoutIndices = (path: string): string => path.replaceAll(/\[\d+\]/g, '');

describe('the sample objects', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(async () => server[Symbol.asyncDispose]());

  function collectionsOf(object: Body): string[] {
    const served = RESOURCES.filter(
      (resource: Resource) => resource.kind === object.kind && resource.apiVersion === object.apiVersion,
    );
    return served.map(
      ({ prefix, plural, namespaced }) => `${prefix}${namespaced ? '/namespaces/default' : ''}/${plural}`,
    );
  }

  async function posted({
    file,
    text,
    object,
  }: ServedSample): Promise<{ readonly status: number; readonly body: Body }> {
    const [collection = ''] = collectionsOf(object);
    return server.send('POST', collection, undefined, {
      text,
      headers: { 'Content-Type': file.endsWith('.json') ? 'application/json' : 'application/yaml' },
    });
  }

  it.each(samples('valid'))('$file is accepted', async (sample) => {
    const { status, body } = await posted(sample);
    expect([status, body.reason === sample.object.reason ? undefined : body.message]).toEqual([200, undefined]);
  });

  const broken = samples('invalid').map((sample) => ({
    ...sample,
    clause: String((sample.object.metadata['annotations'] as Record<string, unknown>)['plumbline/breaks']),
  }));

  it.each(broken.filter(({ clause }) => clause.endsWith('.type')))(
    '$file is refused with 400 and a message that names the field of the wrong type',
    async (sample) => {
      const { status, body } = await posted(sample);
      expect(body).toMatchObject({ kind: 'Status', status: 'Failure', code: status });
      const [at = ''] = body.message.split(': expected ');
      expect([status, `${withoutIndices(at)}.`]).toEqual([400, expect.stringContaining(`${FIELDS[sample.clause]}.`)]);
    },
  );

  it.each(broken.filter(({ clause }) => !clause.endsWith('.type')))(
    '$file is refused with 422 and one cause, which names the field',
    async (sample) => {
      const { status, body } = await posted(sample);
      expect(body).toMatchObject({ kind: 'Status', status: 'Failure', reason: 'Invalid', code: status });
      const fields = body.details?.causes?.map((cause) => withoutIndices(cause.field));
      expect([status, fields]).toEqual([422, [expect.stringContaining(String(FIELDS[sample.clause]))]]);
    },
  );
});
