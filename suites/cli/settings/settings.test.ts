import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { configSchema } from './config-schema.ts';
import { CONFIG_NAME, findConfig, readConfig } from './config-file.ts';
import { SETTINGS } from './config-settings.ts';
import { conformanceCommand, type ConformanceFlags } from './flags.ts';
import { messageWithPlace, settingsOf, shownSettings } from './settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'plumbline-config-')));
});
afterAll(async () => rm(folder, { recursive: true }));

async function written(text: string): Promise<string> {
  const file = join(folder, CONFIG_NAME);
  await writeFile(file, text);
  return file;
}

/** The joined settings of a command line and a configuration of these lines, and the output of `--show-config`. */
async function joined(
  text: string,
  args: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<{ readonly flags: ConformanceFlags; readonly shown: string }> {
  const parser = conformanceCommand().exitOverride();
  parser.parse([...args, '--config', await written(text)], { from: 'user' });
  const settings = settingsOf(parser, conformanceCommand, environment);
  return { flags: settings.flags, shown: shownSettings(parser, settings) };
}

describe('a configuration', () => {
  it('is the nearest plumbline.yaml, here or above', async () => {
    const file = await written('runs: 3');
    const below = join(folder, 'a/b');
    await mkdir(below, { recursive: true });
    expect(findConfig(below)).toBe(file);
    await writeFile(join(folder, 'a', CONFIG_NAME), '');
    expect(findConfig(below)).toBe(join(folder, 'a', CONFIG_NAME));
  });

  it('has the same settings as the flags, in the same words, with paths from its folder', async () => {
    const { flags } = await joined(
      'target: https://h:1/p\nkinds: [pods, jobs]\ntimeout: 3s\nmax-body: 1KiB\nseed: random\nstrict: true\nbail: false\nbaseline: gates/known.yaml\ndialect: ./ours.yaml\nreporter: [json]',
    );
    expect(flags).toMatchObject({
      target: 'https://h:1/p',
      kinds: ['pods', 'jobs'],
      timeout: 3000,
      maxBody: 1024,
      seed: 'random',
      strict: true,
      baseline: join(folder, 'gates/known.yaml'),
      dialect: join(folder, 'ours.yaml'),
      reporter: ['json'],
      runs: 30,
    });
    expect(flags).not.toHaveProperty('bail');
    expect((await joined('dialect: kubernetes-1.7')).flags.dialect).toBe('kubernetes-1.7');
    expect((await joined('')).flags).toMatchObject({ runs: 30, dialect: 'spec' });
  });

  it('is overridden by flags, default values included', async () => {
    expect((await joined('runs: 5\nkinds: [pods]\nseed: 3', ['--runs', '30', '--kinds', 'jobs'])).flags).toMatchObject({
      runs: 30,
      kinds: ['jobs'],
      seed: 3,
    });
    expect((await joined('seed: random', ['--gate'])).flags).not.toHaveProperty('seed');
    expect((await joined('kinds: [pods]\nrules: [replace]', ['--replay', 'case.json'])).flags).not.toHaveProperty(
      'kinds',
    );
    expect((await joined('kinds: [pods]', ['--last-failed'])).flags).not.toHaveProperty('kinds');
    expect((await joined('namespace-prefix: ours', ['--namespace', 'team'])).flags).not.toHaveProperty(
      'namespacePrefix',
    );
  });

  it('sends its credentials to no target but its own', async () => {
    const file =
      'target: https://ours\ntoken-file: token\ncert: c.pem\nkey: k.pem\ninsecure-skip-tls-verify: true\nruns: 3';
    const { flags } = await joined(file, ['--target', 'https://other']);
    expect(flags).toMatchObject({ target: 'https://other', runs: 3 });
    for (const name of ['tokenFile', 'cert', 'key', 'insecureSkipTlsVerify']) expect(flags).not.toHaveProperty(name);
    expect((await joined(file, ['--token', 't'])).flags).toMatchObject({
      target: 'https://ours',
      token: 't',
      cert: join(folder, 'c.pem'),
    });
  });

  it('takes a token from the environment, and never prints it', async () => {
    const { flags, shown } = await joined('token-env: OUR_TOKEN', [], { OUR_TOKEN: 's3cret' });
    expect(flags.token).toBe('s3cret');
    expect(shown).toContain('token-env: OUR_TOKEN');
    expect(shown).not.toContain('s3cret');
    expect((await joined('', ['--token', 's3cret'])).shown).not.toContain('s3cret');
    for (const flag of ['--list', '--plan', '--explain=watch/tells-removals'])
      expect((await joined('token-env: OUR_TOKEN', [flag])).flags).not.toHaveProperty('token');
  });

  it('is shown with the source of each setting, as YAML with the same settings', async () => {
    const { flags, shown } = await joined('kinds: [pods]\nrules: [replace, "!watch"]\nbudget: 2m', [
      '--runs',
      '4',
      '--timeout',
      '2s',
    ]);
    const file = join(folder, CONFIG_NAME);
    expect(shown.split('\n')).toEqual(
      expect.arrayContaining([
        `# ${file}`,
        `kinds: [pods]  # ${file}`,
        'runs: 4  # --runs',
        'timeout: 2000ms  # --timeout',
        'concurrency: 16  # default',
      ]),
    );
    expect((await joined(shown)).flags).toEqual({ ...flags, reportDir: join(folder, flags.reportDir) });
  });

  it.each([
    ['kind: [pods]', "no setting 'kind'; did you mean 'kinds'?"],
    ['colour: red', "no setting 'colour'; there are target, rules"],
    [
      'token: s3cret',
      "no setting 'token'; credentials stand in a file by reference: write 'token-file' or 'token-env'",
    ],
    ['timeout: 5', 'timeout: 5 is not a duration with its unit: 500ms, 30s, 5m'],
    ['timeout: 5x', "timeout: '5x' is invalid. Give a duration"],
    ['kinds: pods', 'kinds: "pods" is not a list of texts'],
    ['reporter: [pdf]', 'reporter: ["pdf"] is not a list of terminal,'],
    ['kinds:', 'kinds: null is not a list of texts'],
    ['runs: 0', "runs: '0' is invalid. Give a whole number"],
    ['strict: yes', 'strict: "yes" is not true or false'],
    ['target: h', "target: 'h' is invalid. Write http://h instead."],
    ['token-env: NOPE', 'token-env: the environment has no NOPE'],
    ['- pods', 'holds no settings'],
    ['runs: 1\nkinds: [', ':2: is not YAML'],
    ['runs: 1\nruns: 2', 'is not YAML: duplicated mapping key'],
  ])('of %j is refused in one line that names the file', async (text, message) => {
    const error = await joined(text).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ERR_USAGE', message: expect.stringContaining(message) });
    expect((error as Error).message).toMatch(new RegExp(`^${join(folder, CONFIG_NAME)}.*$`));
  });

  it('is accepted or refused in the same way by the schema for editors', () => {
    const valid = new Ajv({ strict: true }).compile(configSchema());
    const stored: unknown = JSON.parse(
      readFileSync(fileURLToPath(new URL('../../../docs/plumbline.schema.json', import.meta.url)), 'utf8'),
    );
    expect(stored).toEqual(configSchema());
    const right = [
      'runs: 3',
      'seed: random',
      'kinds: [pods, Job]',
      'timeout: 1.5s',
      'rules: ["!watch"]',
      'bail: false',
      '{}',
    ];
    const not = [
      'runs: many',
      'seed: no',
      'reporter: [pdf]',
      'timeout: 5',
      'rules: a',
      'bail: yes',
      'token: x',
      'rules: []',
      'max-body: 1',
    ];
    expect(right.filter((text) => !valid(load(text)))).toEqual([]);
    expect(not.filter((text) => valid(load(text)))).toEqual([]);
  });

  it('has a flag for every setting', () => {
    const flags = new Set(conformanceCommand().options.map((option) => option.name()));
    expect(Object.keys(SETTINGS).filter((name) => !flags.has(name))).toEqual(['token-env']);
  });

  it('stands in messages about its values, and flags in messages about theirs', () => {
    const config = { file: 'plumbline.yaml', settings: { kinds: ['podz'] } };
    expect(messageWithPlace("--kinds: no kind 'podz'", config)).toBe("plumbline.yaml: kinds: no kind 'podz'");
    expect(messageWithPlace("--rules: no rule matches 'x'", config)).toBe("--rules: no rule matches 'x'");
    expect(messageWithPlace("--kinds: no kind 'podz'", undefined)).toBe("--kinds: no kind 'podz'");
  });

  it('that cannot be read is refused', () => {
    expect(() => readConfig(join(folder, 'none.yaml'))).toThrow(
      /none\.yaml: there is no such file\. Name a readable file by --config/,
    );
    expect(() => readConfig(folder)).toThrow(/: it is a folder\. /);
  });
});

describe('the page about the configuration', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/configuration.md', import.meta.url)), 'utf8');

  it('shows a valid file', async () => {
    const [, example = ''] = /```yaml\n(.*?)```/s.exec(page) ?? [];
    const { flags } = await joined(example, [], { API_TOKEN: 't' });
    expect(flags).toMatchObject({
      target: 'https://127.0.0.1:6443',
      token: 't',
      gate: true,
      rules: ['!control-loops'],
      baseline: join(folder, 'known.yaml'),
    });
  });

  it('names every setting', () => {
    const [, names = ''] = /The settings are: (.*?)\.\s/s.exec(page) ?? [];
    expect(names.split(/,\s+/)).toEqual(Object.keys(SETTINGS));
  });
});
