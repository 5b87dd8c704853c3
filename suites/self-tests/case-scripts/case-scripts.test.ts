import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storedMatrix } from '../../../shared/verdict-log/stored-matrix.ts';
import { type Servers, startServers } from '../servers.ts';
import { type References, startReferences } from './references.ts';
import { tryScript } from './try-script.ts';

/**
 * Of different impact and form: a lost update, a race, a watch, a list, a refusal, a media type. `pnpm case-scripts`
 * tries all faults.
 */
const FAULTS = [
  'stale-put-accepted',
  'put-looks-then-writes',
  'watch-tells-entry-as-modification',
  'selector-spares-empty-values',
  'template-never-changes',
  'yaml-answered-as-json',
];

describe('the script of a fault', () => {
  let servers: Servers;
  let references: References;

  beforeAll(async () => {
    servers = await startServers([]);
    references = startReferences();
  });

  afterAll(async () => {
    await references[Symbol.asyncDispose]();
    await servers[Symbol.asyncDispose]();
  });

  it.concurrent.each(FAULTS.map((name, index) => ({ name, run: `t${index}` })))(
    'exits 1 on a server with $name, and 0 on one without',
    async ({ name, run }) => {
      const fault = storedMatrix().faults.find((each) => each.name === name);
      if (fault === undefined) throw new RangeError(`there is no fault '${name}'`);
      const place = { url: servers.url('spec', name), reference: references.url, run };
      expect(await tryScript(fault, place)).toEqual({ kind: 'shows' });
    },
    400_000,
  );
});
