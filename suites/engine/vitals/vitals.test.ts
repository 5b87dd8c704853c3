import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import { historyOf } from '../../oracle/exchanges/history-of.ts';
import type { Lapse } from '../../oracle/exchanges/lapse.ts';
import { DOOR } from '../../target/preflight/questions.ts';
import type { ExaminedCase, VitalIo } from './examined-case.ts';
import { Vitals } from './vitals.ts';

const TIMEOUT_MS = 50;
const CONFIG_MAPS = '/api/v1/namespaces/a/configmaps';
const SECRETS = '/api/v1/namespaces/a/secrets';
const LATE = `no response within ${TIMEOUT_MS} ms`;
const CLOSED = 'other side closed (UND_ERR_SOCKET)';

interface ScriptedOutcome {
  readonly method?: string;
  readonly target: string;
  /** Why no response came; absent: the response was 200. */
  readonly failure?: string;
}

/** A case whose requests are all sent in this order, and then end in the same order. */
function caseOf(...requests: readonly ScriptedOutcome[]): ExaminedCase {
  const begun = requests.map(({ method = 'GET', target }, index): HappeningLine => ({
    kind: 'request',
    n: index,
    t: index,
    exchange: index + 1,
    method,
    target,
    headers: [],
  }));
  const ended = requests.flatMap(({ failure }, index): HappeningLine[] => {
    const at = (n: number) => ({ n: requests.length + index * 2 + n, t: index + TIMEOUT_MS, exchange: index + 1 });
    return failure === undefined
      ? [
          { kind: 'response', ...at(0), status: 200, headers: [] },
          { kind: 'end', ...at(1), reason: 'complete' },
        ]
      : [{ kind: 'end', ...at(1), reason: 'error', detail: failure }];
  });
  const lines = [...begun, ...ended];
  return { rule: { id: 'create/made-up-for-a-test' }, program: [], lines, history: historyOf(lines) };
}

/** A server that leaves these paths unanswered for that reason, and gives a plain request the outcome of `resent`. */
function serverOf(lapse: Lapse | undefined, deaf: RegExp, resent: ExaminedCase): VitalIo {
  return {
    timeoutMs: TIMEOUT_MS,
    eventTimeoutMs: TIMEOUT_MS,
    namespace: 'ns',
    ask: async (path) => (deaf.test(path) ? lapse : undefined),
    resend: async () => resent,
    hasForgotten: async () => false,
    restore: async () => undefined,
  };
}

describe('a failure of a server after the last case', () => {
  it('is found: a kind that stops responding', async () => {
    const vitals = new Vitals(serverOf('late', /configmaps/, caseOf({ target: CONFIG_MAPS, failure: LATE })));
    await vitals.examine(caseOf({ target: CONFIG_MAPS }, { target: SECRETS }));
    expect(vitals.takeFindings()).toEqual([]);
    await vitals.recheckKinds();
    expect(vitals.takeFindings().map(({ found, actual }) => [found.operation.resource, actual])).toEqual([
      ['configmaps', `${LATE}; the kind cannot be listed either, while other kinds can`],
    ]);
  });

  it('is found: it stopped', async () => {
    const vitals = new Vitals(
      serverOf('unreachable', /./, caseOf({ target: SECRETS, failure: 'connect ECONNREFUSED 127.0.0.1:1' })),
    );
    await vitals.examine(caseOf({ target: SECRETS }));
    await vitals.recheckKinds();
    expect(vitals.takeFindings().map(({ actual }) => actual)).toEqual([
      'no connection: the server had stopped while no request was under way, and was not back in time',
    ]);
    expect(vitals.gone).toMatch(/the server stopped/);
  });

  it('is none if everything responds, whatever was late before', async () => {
    const vitals = new Vitals(serverOf('late', /^$/, caseOf({ target: SECRETS, failure: LATE })));
    await vitals.examine(caseOf({ target: SECRETS }));
    await vitals.recheckKinds();
    expect(vitals.takeFindings()).toEqual([]);
  });
});

describe('a case without a response, while plain requests get theirs', () => {
  /** A server that responds to the case from that repeat on. */
  const respondingFrom = (repeat: number): VitalIo => {
    let repeats = 0;
    const resend: VitalIo['resend'] = async ({ id }) => {
      if (id === 'world/keeps-answering') return caseOf({ target: SECRETS });
      repeats += 1;
      return caseOf({ target: SECRETS, ...(repeats < repeat ? { failure: LATE } : {}) });
    };
    return { ...serverOf('late', /^$/, caseOf()), resend };
  };
  const causes = async (io: VitalIo): Promise<string[]> => {
    const vitals = new Vitals(io);
    await vitals.examine(caseOf({ target: SECRETS, failure: LATE }));
    return vitals.takeFindings().map(({ cause }) => cause);
  };

  it('is found, if it gets none while no other case is under way either', async () => {
    expect(await causes(respondingFrom(3))).toEqual(['a sequence of requests hangs']);
  });

  it('is too heavy for a busy server, if it gets one then', async () => {
    expect(await causes(respondingFrom(2))).toEqual([]);
  });
});

describe('a server that stops for good', () => {
  const gone = serverOf('unreachable', new RegExp(`^${DOOR.path}$`), caseOf());

  it('is blamed on the first write without a response, beside the first request and all others that were under way', async () => {
    const vitals = new Vitals(gone);
    await vitals.examine(
      caseOf(
        { target: SECRETS, failure: CLOSED },
        { method: 'POST', target: CONFIG_MAPS, failure: CLOSED },
        { method: 'POST', target: SECRETS, failure: CLOSED },
      ),
    );
    const [finding, ...more] = vitals.takeFindings();
    expect(more).toEqual([]);
    expect(finding?.found.operation.id).toBe('POST /api/v1/namespaces/{namespace}/configmaps');
    expect(finding?.actual).toBe(
      `no response: the server stopped (${CLOSED}), and was not back in time; any of 3 requests under way may have stopped it (--concurrency 1 shows which): GET ${SECRETS} was the first to get no response, beside GET /api/v1/namespaces/{namespace}/secrets, POST /api/v1/namespaces/{namespace}/secrets`,
    );
  });

  it('is blamed on no request that only found it gone', async () => {
    const vitals = new Vitals(gone);
    await vitals.examine(
      caseOf(
        { target: CONFIG_MAPS, failure: CLOSED },
        { method: 'POST', target: SECRETS, failure: 'connect ECONNREFUSED 127.0.0.1:1' },
      ),
    );
    expect(vitals.takeFindings().map(({ found }) => found.operation.id)).toEqual([
      'GET /api/v1/namespaces/{namespace}/configmaps',
    ]);
  });
});
