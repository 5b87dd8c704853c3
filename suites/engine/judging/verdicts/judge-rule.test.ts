import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { constant, constantFrom, integer } from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { VerdictLine } from '../../../../shared/verdict-log/verdict-log.ts';
import { SPEC } from '../../../../spec/dialects/index.ts';
import { OPERATIONS } from '../../../../spec/surface/operations.ts';
import type { Finding } from '../../../checks/finding.ts';
import type { Exchange } from '../../../oracle/history.ts';
import type { Program } from '../../../program/program.ts';
import type { Rule } from '../../../rules/rule.ts';
import type { ListeningProcess } from '../../../../shared/process/listening-line.ts';
import { startListening } from '../../../self-tests/listening-process.ts';
import { judgeRule } from './judge-rule.ts';
import { openRun } from '../../run/open-run.ts';
import {
  respondToReferenceRequests,
  type ReferenceControllers,
  type ReferenceResponse,
} from '../../run/reference-request.ts';
import type { RunConfig, StoredCase } from '../../run-config.ts';

const operation = OPERATIONS.find(({ verb, resource }) => verb === 'list' && resource === 'configmaps');
if (operation === undefined) throw new Error('config maps can be listed');
const LIST: Program = [{ do: 'call', verb: 'list', resource: 'configmaps', namespace: 'ns1' }];
const NOTHING: Program = [{ do: 'pause', ms: 0 }];

/** A rule with one finding per list that got a response. */
function ruleOf(outcome: (status: number) => 'held' | 'violated', cases: Rule['cases'] = () => constant(LIST)): Rule {
  return {
    id: 'list/made-up-for-a-test',
    level: 'must',
    title: 'made up',
    cites: ['none'],
    operations: operation === undefined ? [] : [operation],
    cases,
    check: (history) =>
      history.exchanges
        .filter(({ response }) => response !== undefined)
        .map((exchange): Finding => {
          const place = { operation: operation?.id ?? '', exchange: exchange.id } as const;
          const status = exchange.response?.status ?? 0;
          return outcome(status) === 'held'
            ? { ...place, outcome: 'held', shape: 'list' }
            : { ...place, outcome: 'violated', expected: '200', actual: String(status), cause: 'status' };
        }),
  };
}

describe('the verdict on a rule', () => {
  const closing: (() => Promise<unknown> | void)[] = [];
  let reference: ListeningProcess;
  let faulty: Server;

  beforeAll(async () => {
    reference = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
    faulty = createServer((_, response) => void response.writeHead(404).end());
    await once(faulty.listen(0, '127.0.0.1'), 'listening');
  });

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  afterAll(async () => {
    faulty.closeAllConnections();
    faulty.close();
    await reference[Symbol.asyncDispose]();
  });

  function faultyUrl(): string {
    return `http://127.0.0.1:${(faulty.address() as AddressInfo).port}`;
  }

  /** The URL of a server that returns that status to every request. */
  async function urlOf(status: number): Promise<string> {
    const server = createServer((request, response) => {
      request.resume().on('end', () => void response.writeHead(status).end());
    });
    closing.push(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  async function verdictOn(
    rule: Rule,
    url: string,
    wanted: number,
    settings: Partial<RunConfig> = {},
    stored: readonly StoredCase[] = [],
  ): Promise<VerdictLine> {
    const config: RunConfig = {
      run: 'engine',
      target: { url, timeoutMs: 2_000 },
      choices: SPEC.choices,
      seed: 1,
      runs: 100,
      concurrency: 1,
      timeoutMs: 2_000,
      bail: false,
      shrinkMs: 0,
      reportDirectory: 'plumbline-report',
      capabilities: {},
      namespaces: [{ ns1: 'a', ns11: 'b', ns2: 'c' }],
      assignments: [],
      ...settings,
    };
    const run = openRun(config);
    closing.push(() => run.close());
    if (operation === undefined) throw new Error('nothing to judge');
    return judgeRule(rule, operation, { wanted, needed: 5 }, run, stored);
  }

  /** Settings of a run with that reference server. */
  function asking(name: string, response: ReferenceResponse, asked: ReferenceControllers[] = []): Partial<RunConfig> {
    const responder = respondToReferenceRequests(name, (controllers) => {
      asked.push(controllers);
      return Promise.resolve(response);
    });
    closing.push(() => responder.close());
    return { run: name, reference: { channel: name } };
  }

  const only200 = ruleOf((status) => (status === 200 ? 'held' : 'violated'));

  it('is passed if the rule was applied as often as required', async () => {
    expect(await verdictOn(only200, reference.url, 9)).toMatchObject({ verdict: 'passed', cases: 9, shapes: 1 });
  });

  it('is inconclusive, with the number of cases, if the rule was applied in too few of them', async () => {
    let sent = 0;
    const twice = ruleOf(
      () => 'held',
      () => constantFrom(NOTHING).map((nothing) => (sent++ < 2 ? LIST : nothing)),
    );
    const verdict = await verdictOn(twice, reference.url, 9);
    expect(verdict).toMatchObject({ verdict: 'inconclusive', cases: 2 });
    expect(verdict.reason).toBe(
      'applied in 2 of 9 cases wanted, of which 5 are needed: the others did not come to where the rule applies. To settle it: --rules list/made-up-for-a-test --runs 200',
    );
  });

  it('is inconclusive, with the response, if the target forbids what its cases send', async () => {
    const never: Rule = { ...ruleOf(() => 'held'), check: () => [] };
    const verdict = await verdictOn(never, await urlOf(403), 5);
    expect(verdict).toMatchObject({ verdict: 'inconclusive', cases: 0 });
    expect(verdict.reason).toMatch(
      /did not come to where the rule applies \(GET \S+\/configmaps: 403\)\. To settle it/,
    );
  });

  it('is unsupported, with the response, if the target refuses the bodies of its cases for their size', async () => {
    const large: Program = [
      {
        do: 'call',
        verb: 'create',
        resource: 'configmaps',
        namespace: 'ns1',
        body: { metadata: { name: '{{a}}' }, data: { k: 'x'.repeat(8_000) } },
      },
    ];
    const creates: Rule = {
      ...ruleOf(
        () => 'held',
        () => constant(large),
      ),
      check: () => [],
    };
    const verdict = await verdictOn(creates, await urlOf(413), 5);
    expect(verdict).toMatchObject({ verdict: 'unsupported', cases: 0 });
    expect(verdict.reason).toMatch(
      /^its cases need larger bodies than the target takes: POST \S+\/configmaps: 413, with a body of \d{4} characters$/,
    );
  });

  it('on operations that share a case is given for each, by one case that was sent once', async () => {
    const all = OPERATIONS.find(({ verb, resource }) => verb === 'listAll' && resource === 'configmaps');
    if (all === undefined || operation === undefined) throw new Error('config maps can be listed');
    const both: Program = [...LIST, { do: 'call', verb: 'listAll', resource: 'configmaps' }];
    const rule: Rule = {
      ...ruleOf(
        () => 'held',
        () => constant(both),
      ),
      operations: [operation, all],
      check: (history) =>
        history.exchanges.map(({ id, call }): Finding => {
          const place = { operation: call?.operation.id ?? '', exchange: id } as const;
          return call?.verb === 'listAll'
            ? { ...place, outcome: 'violated', expected: 'nothing', actual: 'a list', cause: 'list of all' }
            : { ...place, outcome: 'held', shape: 'list' };
        }),
      shared: true,
    };
    const run = openRun({
      run: 'shared',
      target: { url: reference.url, timeoutMs: 2_000 },
      choices: SPEC.choices,
      seed: 1,
      runs: 100,
      concurrency: 1,
      timeoutMs: 2_000,
      bail: false,
      shrinkMs: 0,
      reportDirectory: 'plumbline-report',
      capabilities: {},
      namespaces: [{ ns1: 'a', ns11: 'b', ns2: 'c' }],
      assignments: [],
    });
    closing.push(() => run.close());
    const amount = { wanted: 1, needed: 1 };
    expect(await judgeRule(rule, operation, amount, run)).toMatchObject({ verdict: 'passed', cases: 1 });
    expect(run.sentSince().requests).toBe(2);
    expect(await judgeRule(rule, all, amount, run)).toMatchObject({ verdict: 'failed' });
  });

  const LIST_OF_ALL: Program = [{ do: 'call', verb: 'listAll', resource: 'configmaps' }];

  function storedCase(name: string, program: Program): StoredCase {
    return {
      format: 1,
      name,
      rule: 'list/made-up-for-a-test',
      operation: operation?.id ?? '',
      expected: '',
      actual: '',
      program,
    };
  }

  it('names the stored cases that kept the rule, and not those that did not reach the operation', async () => {
    const verdict = await verdictOn(only200, reference.url, 5, {}, [
      storedCase('1.json', LIST),
      storedCase('2.json', NOTHING),
      storedCase('3.json', LIST_OF_ALL),
    ]);
    expect(verdict).toMatchObject({ verdict: 'passed', kept: ['1.json', '3.json'] });
  });

  it('names stored cases that reached the operation, even if the rule did not apply there', async () => {
    const found = ruleOf((status) => (status === 200 ? 'held' : 'violated'));
    let judged = 0;
    // The generated cases are judged; the stored one is not.
    const silent: Rule = { ...found, check: (history) => (judged++ < 5 ? found.check(history, SPEC) : []) };
    const verdict = await verdictOn(silent, reference.url, 5, {}, [storedCase('1.json', LIST)]);
    expect(verdict).toMatchObject({ verdict: 'passed', kept: ['1.json'] });
  });

  it('is failed if no generated case breaks the rule and a stored one does', async () => {
    const missing: Program = [{ do: 'call', verb: 'get', resource: 'configmaps', namespace: 'ns1', name: 'absent' }];
    const verdict = await verdictOn(only200, reference.url, 5, {}, [
      storedCase('1.json', LIST),
      storedCase('2.json', missing),
      storedCase('3.json', LIST),
    ]);
    expect(verdict).toMatchObject({ verdict: 'failed', kept: ['1.json'], violations: [{ program: missing }] });
  });

  /** A rule that requests in the cases of others break. */
  function brokenByOthers(): Rule {
    const senderIn = ({ request }: Exchange): string => request.headers.get('x-plumbline-rule') ?? '';
    const rule = ruleOf(() => 'held');
    return {
      ...rule,
      check: (history) =>
        history.exchanges.map((exchange): Finding => {
          const place = { operation: operation?.id ?? '', exchange: exchange.id } as const;
          return senderIn(exchange) === rule.id
            ? { ...place, outcome: 'held', shape: 'list' }
            : { ...place, outcome: 'violated', expected: rule.id, actual: senderIn(exchange), cause: 'sender' };
        }),
    };
  }

  const ofAnother = { ...storedCase('1.json', LIST), sender: 'list/another' };

  it.each([
    ['a stored case of another rule', {}, [ofAnother], 'list/another'],
    ['a mixed walk', { walks: 1 }, [], 'world/mixed-walk'],
  ])('repeats %s under the id of its maker, and names that', async (_, settings, stored, sender) => {
    const verdict = await verdictOn(brokenByOthers(), reference.url, 5, settings, stored);
    expect(verdict).toMatchObject({ verdict: 'failed', violations: [{ sender, actual: sender }] });
    expect(verdict.violations[0]).not.toHaveProperty('intermittent');
  });

  it('sends such a case to the reference server under that id too', async () => {
    const settings = asking('maker', { url: reference.url });
    const verdict = await verdictOn(brokenByOthers(), reference.url, 5, settings, [ofAnother]);
    expect(verdict.verdict).toBe('broken');
  });

  it('has a smaller case with the same cause, not one with another', async () => {
    const short = ruleOf(
      () => 'violated',
      () => integer({ min: 0, max: 8 }).map((more) => Array.from({ length: more + 1 }, () => LIST).flat()),
    );
    const byLength: Rule = {
      ...short,
      check: (history) =>
        [...short.check(history, { choices: SPEC.choices })].map(
          (finding) => ({ ...finding, cause: history.exchanges.length > 2 ? 'many' : 'few' }) as Finding,
        ),
    };
    const verdicts = await Promise.all(
      [1, 2, 3, 4].map((seed) => verdictOn(byLength, reference.url, 1, { seed, shrinkMs: 2_000 })),
    );
    expect(verdicts).toEqual(
      verdicts.map(
        () =>
          expect.objectContaining({
            violations: [expect.objectContaining({ program: [...LIST, ...LIST, ...LIST] })],
          }) as unknown,
      ),
    );
  });

  it('counts the case that broke the rule', async () => {
    expect(await verdictOn(only200, faultyUrl(), 9)).toMatchObject({ verdict: 'failed', cases: 1 });
  });

  it('is failed if the same case keeps the rule on the reference server', async () => {
    const verdict = await verdictOn(only200, faultyUrl(), 9, asking('keeps', { url: reference.url }));
    expect(verdict.verdict).toBe('failed');
    expect(verdict.reason).toBeUndefined();
    // The case is sent there a second time, with pauses.
    const [{ reference: lines = [], slowReference = [] } = {}] = verdict.violations;
    expect(slowReference.filter(({ kind }) => kind === 'request')).toHaveLength(
      lines.filter(({ kind }) => kind === 'request').length,
    );
    expect(slowReference).not.toEqual([]);
  });

  it('is broken, our own fault, if the same case breaks the rule on the reference server as well', async () => {
    const verdict = await verdictOn(
      ruleOf(() => 'violated'),
      faultyUrl(),
      9,
      asking('breaks', { url: reference.url }),
    );
    expect(verdict).toMatchObject({ verdict: 'broken', violations: [{ expected: '200', actual: '404' }] });
    expect(verdict.reason).toContain('breaks the rule on the reference server as well');
  });

  it.each([
    [undefined, 'cleanup'],
    ['deployments', 'on'],
  ] as const)(
    'of a rule about the controller %s is confirmed on a reference server with controllers %s',
    async (controller, controllers) => {
      const asked: ReferenceControllers[] = [];
      await verdictOn(
        { ...only200, ...(controller === undefined ? {} : { needs: [`${controller} controller` as const] }) },
        faultyUrl(),
        9,
        asking(`controllers-${controllers}`, { url: reference.url }, asked),
      );
      expect(asked).toEqual([controllers]);
    },
  );

  it('is failed, and says that the blame was not checked, if there is no reference server', async () => {
    const verdict = await verdictOn(only200, faultyUrl(), 9, asking('none', { unavailable: 'it is not installed' }));
    expect(verdict).toMatchObject({
      verdict: 'failed',
      reason: 'whose fault it is was not checked: it is not installed',
    });
  });

  /** A server that returns these statuses to lists in sequence, and then repeats the last one. */
  async function respondingWith(...statuses: readonly number[]): Promise<string> {
    let asked = 0;
    const server = createServer(
      ({ method }, response) =>
        void response.writeHead(method === 'GET' ? (statuses[asked++] ?? statuses.at(-1) ?? 200) : 404).end(),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closing.push(() => void (server.closeAllConnections(), server.close()));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('is failed and intermittent if the case does not fail again, or not at once, with the recording as evidence', async () => {
    expect(await verdictOn(only200, await respondingWith(200, 500, 200), 9)).toMatchObject({
      verdict: 'failed',
      violations: [{ actual: '500', intermittent: { failed: 1, sent: 13 } }],
    });
    expect(await verdictOn(only200, await respondingWith(500, 200, 200, 500), 9)).toMatchObject({
      verdict: 'failed',
      violations: [{ actual: '500', intermittent: { failed: 2, sent: 4 } }],
    });
  });

  /** Responds after `delayMs`, with 500 to each second request if it comes within `lagMs` of the first. */
  async function failingIfQuick(lagMs: number, delayMs: number): Promise<string> {
    let first: number | undefined;
    const server = createServer((_, response) => {
      const status = first !== undefined && performance.now() - first < lagMs ? 500 : 200;
      first = first === undefined ? performance.now() : undefined;
      setTimeout(() => response.writeHead(status).end(), delayMs);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    closing.push(() => void (server.closeAllConnections(), server.close()));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('says in which time the case must be over to fail, if it becomes a stored case and holds if it is slow', async () => {
    const twice = ruleOf(
      (status) => (status === 200 ? 'held' : 'violated'),
      () => constant([...LIST, ...LIST]),
    );
    const stores = { storesCases: true };
    const [quick] = (await verdictOn(twice, await failingIfQuick(200, 0), 9, stores)).violations;
    expect(quick?.withinMs).toBeLessThan(200);
    const [always] = (await verdictOn(twice, await respondingWith(500), 9, stores)).violations;
    expect(always?.withinMs).toBeUndefined();
    const [unstored] = (await verdictOn(twice, await failingIfQuick(200, 0), 9)).violations;
    expect(unstored?.withinMs).toBeUndefined();
  });

  it('does not name a stored case as kept if it was slower each time than when it failed', async () => {
    const within = (withinMs: number): StoredCase[] => [{ ...storedCase('1.json', [...LIST, ...LIST]), withinMs }];
    const slow = await verdictOn(only200, await failingIfQuick(20, 30), 5, {}, within(5));
    expect(slow).toMatchObject({ verdict: 'passed', violations: [] });
    expect(slow.kept).toBeUndefined();
    expect((await verdictOn(only200, await respondingWith(200), 5, {}, within(10_000))).kept).toEqual(['1.json']);
  });

  it('is not intermittent if the case fails again at once', async () => {
    expect((await verdictOn(only200, await respondingWith(500), 9)).violations[0]?.intermittent).toBeUndefined();
  });

  it('is passed if a violation that rests on time alone does not come again', async () => {
    const late: Rule = {
      ...only200,
      check: (history, context) =>
        [...only200.check(history, context)].map((finding): Finding =>
          finding.outcome === 'violated' ? { ...finding, restsOnTime: true } : finding,
        ),
    };
    expect(await verdictOn(late, await respondingWith(200, 500, 200), 5)).toMatchObject({
      verdict: 'passed',
      cases: 5,
    });
    expect(await verdictOn(late, await respondingWith(500), 5)).toMatchObject({ verdict: 'failed', cases: 1 });
  });

  it('is failed if the case breaks the rule on the reference server in another way', async () => {
    const always = ruleOf(() => 'violated');
    const byStatus: Rule = {
      ...always,
      check: (history, context) =>
        [...always.check(history, context)].map((finding): Finding =>
          finding.outcome === 'violated' ? { ...finding, cause: `answered ${finding.actual}` } : finding,
        ),
    };
    const verdict = await verdictOn(byStatus, await respondingWith(500), 9, asking('other', { url: reference.url }));
    expect(verdict).toMatchObject({
      verdict: 'failed',
      reason: 'on the reference server the same case breaks the rule in another way (200): please report it',
    });
  });

  it('is failed if the reference server does not respond, because nothing is confirmed by that', async () => {
    const silent = createServer(
      (request, response) => void (request.method === 'GET' ? undefined : response.writeHead(200).end('{}')),
    );
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    closing.push(() => void (silent.closeAllConnections(), silent.close()));
    const verdict = await verdictOn(
      ruleOf(() => 'violated'),
      await respondingWith(500),
      9,
      asking('silent', { url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` }),
    );
    expect(verdict.verdict).toBe('failed');
    expect(verdict.reason).toMatch(/whose fault it is was not checked/);
  });

  it('is failed for the rule that owns a call, if the sound cases of another rule are refused', async () => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' } };
    const CREATE: Program = [{ do: 'call', verb: 'create', resource: 'configmaps', namespace: 'ns1', body }];
    const owner = 'create/legal-object-is-accepted';
    const refusing = createServer((_, response) => void response.writeHead(422).end());
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    closing.push(() => void refusing.close());
    closing.push(() => refusing.closeAllConnections());
    const rule = { ...ruleOf(() => 'held'), cases: () => constant(CREATE), check: () => [] };
    const settings = (url: string): RunConfig => ({
      run: 'refused',
      target: { url, timeoutMs: 2_000 },
      choices: SPEC.choices,
      seed: 1,
      runs: 100,
      concurrency: 1,
      timeoutMs: 2_000,
      bail: false,
      shrinkMs: 0,
      reportDirectory: 'plumbline-report',
      capabilities: {},
      namespaces: [{ ns1: 'a', ns11: 'b', ns2: 'c' }],
      assignments: [{ rule: owner, operation: 'POST /api/v1/namespaces/{namespace}/configmaps' }],
    });
    const judged = async (level: Rule['level'], negative: boolean): Promise<readonly unknown[]> => {
      const run = openRun(settings(`http://127.0.0.1:${(refusing.address() as AddressInfo).port}`));
      closing.push(() => run.close());
      if (operation === undefined) throw new Error('nothing to judge');
      await judgeRule({ ...rule, level, ...(negative ? { negative } : {}) }, operation, { wanted: 5, needed: 5 }, run);
      return run.verdictsBesides().map((line) => [line.rule, line.verdict, line.violations[0]?.actual]);
    };
    expect(await judged('must', false)).toEqual([[owner, 'failed', '422']]);
    expect(await judged('should', false)).toEqual([]);
    expect(await judged('must', true)).toEqual([]);
  });

  it('is inconclusive if the budget was used up before the rule was applied often enough', async () => {
    const verdict = await verdictOn(only200, reference.url, 9, { budgetMs: 0 });
    expect(verdict).toMatchObject({
      verdict: 'inconclusive',
      reason: 'the budget was used up (a longer --budget settles it): applied in 1 of 9 cases wanted',
    });
  });

  it('is blocked once the target has stopped responding', async () => {
    expect(await verdictOn(only200, 'http://127.0.0.1:1', 9)).toMatchObject({
      verdict: 'blocked',
      reason:
        'blocked by world/keeps-answering: the server stopped, and was not back within 2000 ms: applied in 0 of 9 cases wanted',
    });
  });
});
