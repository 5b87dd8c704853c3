import { describe, expect, it } from 'vitest';
import { ExchangeRecorder, ObservationOrder } from '../../target/recorder.ts';
import type { Target } from '../../target/target.ts';
import { eachSmallApi } from '../each-small-api.fixture.ts';
import { prepareSlots } from './slots.ts';
import type { Override, SmallApi } from '../small-api.fixture.ts';

let api: SmallApi;
let target: Target;

eachSmallApi((scene) => {
  ({ api, target } = scene);
});

const NEEDED = '298 of 330 rules need a namespace';

/** The error of a run for such responses, and its earlier writes. */
async function refusal(
  override: Override,
  kept = new Set<string>(),
): Promise<{ readonly line: string; readonly writes: readonly string[] }> {
  api.override = override;
  const preparing = prepareSlots(target, new ExchangeRecorder({ run: 'p1' }, new ObservationOrder()), {
    run: 'p1',
    count: 16,
    prefix: 'plumbline',
    needed: NEEDED,
    made: kept,
  });
  const line = await preparing.then(
    () => 'prepared',
    (error: Error) => error.message,
  );
  return { line, writes: api.log.filter((each) => !each.startsWith('GET')) };
}

function refusing(status: number, body: unknown): Override {
  return ({ method }) => (method === 'POST' ? { status, body } : undefined);
}

async function makeNamespace(name: string): Promise<void> {
  await fetch(`${api.url}/api/v1/namespaces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ metadata: { name } }),
  });
  api.seen.length = 0;
}

describe('a run that may not create a namespace', () => {
  it('reports the response and the cases that need a namespace, and tries no more', async () => {
    const { line, writes } = await refusal(refusing(500, { message: 'out of order' }));
    expect(line).toBe(
      `POST /api/v1/namespaces returned 500 {"message":"out of order"}: ${NEEDED}. Check that the URL is the base of the API, or name a namespace to work in with --namespace.`,
    );
    expect(writes).toEqual(['POST /api/v1/namespaces']);
  });

  it('suggests an existing namespace, default before others, and none of the system', async () => {
    await makeNamespace('kube-system');
    expect((await refusal(refusing(403, { reason: 'Forbidden' }))).line).toContain(
      'Give credentials that may create namespaces',
    );
    api.override = () => undefined;
    await makeNamespace('team');
    expect((await refusal(refusing(403, { reason: 'Forbidden' }))).line).toBe(
      `POST /api/v1/namespaces returned 403 {"reason":"Forbidden"}: ${NEEDED}. Namespace 'team' exists: give --namespace team to work in it.`,
    );
    api.override = () => undefined;
    await makeNamespace('default');
    expect((await refusal(refusing(500, {}))).line).toContain('give --namespace default to work in it');
  });

  it('calls a target read-only if it refuses every write by 405', async () => {
    const { line } = await refusal(({ method }) => (method === 'GET' ? undefined : { status: 405 }));
    expect(line).toMatch(
      /^POST \/api\/v1\/namespaces returned 405: .* is read-only: it returns 405 to POST, PATCH and DELETE alike/,
    );
    expect((await refusal(refusing(405, {}))).line).not.toContain('read-only');
  });

  it('lists the namespaces created before the refusal, and no refused one', async () => {
    let asked = 0;
    const made = new Set<string>();
    const { line } = await refusal(
      ({ method }) => (method === 'POST' && (asked += 1) > 10 ? { status: 429 } : undefined),
      made,
    );
    expect(line).toContain('POST /api/v1/namespaces returned 429');
    expect([...made].map((name) => `/api/v1/namespaces/${name}`).sort()).toEqual([...api.objects.keys()].sort());
    expect(made.size).toBe(10);
  });
});
