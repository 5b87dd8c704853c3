import { expect, it } from 'vitest';
import { ExchangeRecorder, ObservationOrder } from '../../target/recorder.ts';
import type { Target } from '../../target/target.ts';
import { eachSmallApi } from '../each-small-api.fixture.ts';
import type { SmallApi } from '../small-api.fixture.ts';
import { someNamespaceIsGone } from './restore-namespaces.ts';

let api: SmallApi;
let target: Target;

eachSmallApi((scene) => {
  ({ api, target } = scene);
});

async function isGone(): Promise<boolean> {
  const recorder = new ExchangeRecorder({ run: 'p1' }, new ObservationOrder());
  return someNamespaceIsGone(target, recorder, ['plumbline-p1-0-ns1']);
}

it('misses a namespace that neither a get nor a list shows', async () => {
  expect(await isGone()).toBe(true);
});

it('misses no namespace of a server that only lists namespaces', async () => {
  api.objects.set('/api/v1/namespaces/plumbline-p1-0-ns1', { metadata: { name: 'plumbline-p1-0-ns1' } });
  api.override = ({ target: path }) => (/\/namespaces\/./.test(path) ? { status: 404, body: {} } : undefined);
  expect(await isGone()).toBe(false);
});
