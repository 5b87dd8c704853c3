import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../spec/surface/operations.ts';
import { RESOURCES } from '../../spec/surface/resources.ts';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import { startReferenceServer } from '../cli/servers/reference-server-process.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { historyOf } from '../oracle/exchanges/history-of.ts';
import { at } from '../oracle/json.ts';
import { connect } from '../target/connect.ts';
import { ExchangeRecorder, ObservationOrder } from '../target/recorder.ts';
import type { Target } from '../target/target.ts';
import { runProgram } from './cases/interpret.ts';
import { Ledger } from './removal/ledger.ts';
import { probe } from './probing/probe.ts';
import type { CallStep, Program } from '../program/program.ts';
import type { SlotNamespaces } from './namespaces/slot-namespaces.ts';
import { prepareSlots } from './namespaces/slots.ts';
import { sweep } from './namespaces/sweep.ts';

let server: ListeningProcess;
let target: Target;
let slots: readonly SlotNamespaces[];
let before: readonly unknown[];
const order = new ObservationOrder();
const recorder = (): ExchangeRecorder => new ExchangeRecorder({ run: 'p1' }, order);

async function namespaceNames(): Promise<readonly unknown[]> {
  const response = await target.request({ method: 'GET', target: '/api/v1/namespaces' }, recorder());
  return (at(response.body?.value, 'items') as readonly never[]).map((item) => at(item, 'metadata', 'name'));
}

beforeAll(async () => {
  server = await startReferenceServer('spec');
  target = connect({ url: server.url });
  before = await namespaceNames();
  slots = await prepareSlots(target, recorder(), {
    run: 'p1',
    count: 2,
    prefix: 'plumbline',
    needed: '298 of 330 rules need a namespace',
  });
});

afterAll(async () => {
  await target.close();
  await server[Symbol.asyncDispose]();
});

/** Creates an object, reads, watches, changes and deletes it. */
function life(resource: (typeof RESOURCES)[number]): Program {
  const place = { resource: resource.id, ...(resource.namespaced ? { namespace: 'ns1' as const } : {}) };
  const call = (verb: CallStep['verb'], more: Partial<CallStep> = {}): CallStep => ({
    do: 'call',
    verb,
    ...place,
    ...more,
  });
  return [
    { do: 'watch', as: 'w', verb: 'watchList', via: 'path', ...place },
    call('create', { as: 'made', body: minimalObject(resource, '{{a}}') }),
    { do: 'await', watch: 'w', until: { object: '{{a}}' } },
    call('get', { as: 'read', name: '{{a}}' }),
    call('replace', {
      name: '{{a}}',
      body: { $edit: { $from: 'read' }, with: [{ set: '/metadata/labels/changed', to: 'yes' }] },
    }),
    call('patch', {
      name: '{{a}}',
      contentType: 'application/merge-patch+json',
      body: { metadata: { labels: { changed: null } } },
    }),
    call('list', { query: { labelSelector: 'plumbline-case={{case}}' } }),
    call('delete', { name: '{{a}}', body: { gracePeriodSeconds: 0 } }),
    { do: 'close', watch: 'w' },
  ];
}

describe('the drivers, on the reference server', () => {
  it('find every operation of the surface offered', async () => {
    const [slot] = slots;
    if (slot === undefined) throw new Error('no slot');
    const capabilities = await probe({ target, recorder: recorder(), run: 'p1', slot, timeoutMs: 5000 }, OPERATIONS);
    const missing = OPERATIONS.filter(({ id }) => capabilities[id]?.offer !== 'offered');
    expect(missing.filter(({ tabulated }) => tabulated).map(({ id }) => capabilities[id])).toEqual([]);
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it.each(RESOURCES.map((resource) => [resource.id, resource] as const))(
    'create, change and delete an object of %s, and leave nothing',
    async (id, resource) => {
      const [, slot] = slots;
      if (slot === undefined) throw new Error('no slot');
      const ledger = new Ledger();
      const caseId = `p1-${id.replace('.', '-')}`;
      const { lines, skipped } = await runProgram(life(resource), {
        target,
        slot,
        run: 'p1',
        rule: 'create/x',
        caseId,
        order,
        timeoutMs: 5000,
        ledger,
      });
      const { exchanges } = historyOf(lines);
      expect(skipped).toEqual([]);
      expect(exchanges.map(({ request, response }) => `${request.method} ${response?.status}`)).toEqual(
        ['GET', 'POST', 'GET', 'PUT', 'PATCH', 'GET', 'DELETE'].map((method) => `${method} 200`),
      );
      expect(exchanges[0]?.events[0]?.type).toBe('ADDED');
      expect(ledger.left()).toEqual([]);
    },
  );

  it('clean up, also objects that a finalizer holds back', async () => {
    const [slot] = slots;
    if (slot === undefined) throw new Error('no slot');
    const held = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'held', finalizers: ['example.com/hold'] } };
    const headers = [['Content-Type', 'application/json']] as const;
    await target.request(
      { method: 'POST', target: `/api/v1/namespaces/${slot.ns2}/configmaps`, headers, body: JSON.stringify(held) },
      recorder(),
    );
    expect(
      await sweep(target, recorder(), { run: 'p1', namespaces: [], contentsMs: 10_000, namespacePatienceMs: 1000 }),
    ).toMatchObject({ left: [] });
    await expect.poll(namespaceNames).toEqual(before);
  });
});
