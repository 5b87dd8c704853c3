import { dirname, resolve } from 'node:path';
import { load } from 'js-yaml';
import type { Json, JsonObject } from '../oracle/json.ts';
import { at, isObject, textAt } from '../oracle/json.ts';
import type { Credentials, TlsSettings } from './credentials.ts';
import { bearer } from './credentials.ts';
import { readText } from './read-text.ts';
import { TargetError } from './target-error.ts';

/**
 * Server and credentials of one context of a kubeconfig file; `context` defaults to its `current-context`. Understands the server, the
 * certificate authority, `insecure-skip-tls-verify`, client certificate and key (as files beside the kubeconfig, or inline), token,
 * token file, user name and password. Plugins (`exec`, `auth-provider`) would run programs: a `TargetError` says what to do instead.
 */
export function readKubeconfig(path: string, context: string | undefined): Credentials {
  const file = new Kubeconfig(path);
  const chosen = context ?? textAt(file.root, 'current-context');
  if (chosen === undefined || chosen === '') throw file.error(`has no current-context; name one with --context (${file.names('contexts')})`);
  const pointed = file.named('contexts', chosen, 'context');
  const cluster = file.named('clusters', file.member(pointed, 'cluster', `context '${chosen}'`), 'cluster');
  const userName = textAt(pointed, 'user');
  const user = userName === undefined || userName === '' ? {} : file.named('users', userName, 'user');
  const authorization = authorizationOf(user, file);
  return {
    url: file.member(cluster, 'server', `the cluster of context '${chosen}'`),
    ...(authorization === undefined ? {} : { authorization }),
    tls: { ...clusterTls(cluster, file), ...userTls(user, file) },
  };
}

class Kubeconfig {
  readonly path: string;
  readonly root: JsonObject;

  constructor(path: string) {
    this.path = path;
    this.root = this.#read();
  }

  #read(): JsonObject {
    const text = readText(this.path, '--kubeconfig');
    let value: unknown;
    try {
      value = load(text);
    } catch (error) {
      const [first] = (error instanceof Error ? error.message : String(error)).split('\n');
      throw this.error(`is not YAML: ${first}`);
    }
    if (!isObject(value)) throw this.error('is not a kubeconfig; it should have clusters, users and contexts');
    return value;
  }

  error(what: string, code: 'bad-kubeconfig' | 'unsupported-kubeconfig' = 'bad-kubeconfig'): TargetError {
    return new TargetError(code, `--kubeconfig: ${this.path} ${what}`);
  }

  /** The entry of that name in one of the file's three lists, without its name. */
  named(list: 'contexts' | 'clusters' | 'users', name: string, what: 'context' | 'cluster' | 'user'): JsonObject {
    const entry = this.#entries(list).find((candidate) => textAt(candidate, 'name') === name);
    const content = at(entry, what);
    if (!isObject(content)) throw this.error(`has no ${what} '${name}'; it has ${this.names(list)}`);
    return content;
  }

  names(list: 'contexts' | 'clusters' | 'users'): string {
    const names = this.#entries(list).map((entry) => textAt(entry, 'name') ?? '?');
    return names.length === 0 ? `no ${list}` : `${list} ${names.join(', ')}`;
  }

  member(object: JsonObject, member: string, where: string): string {
    const text = textAt(object, member);
    if (text === undefined || text === '') throw this.error(`has no ${member} in ${where}; add it`);
    return text;
  }

  /** A PEM text given inline as base64 (`<member>-data`, which wins) or as the path of a file beside the kubeconfig. */
  pem(object: JsonObject, member: string): string | undefined {
    const data = textAt(object, `${member}-data`);
    if (data !== undefined && data !== '') return Buffer.from(data, 'base64').toString('utf8');
    return this.text(object, member);
  }

  text(object: JsonObject, member: string): string | undefined {
    const path = textAt(object, member);
    return path === undefined || path === '' ? undefined : readText(resolve(dirname(this.path), path), `--kubeconfig: ${member}`);
  }

  #entries(list: string): readonly Json[] {
    const entries = at(this.root, list);
    return Array.isArray(entries) ? (entries as readonly Json[]) : [];
  }
}

function clusterTls(cluster: JsonObject, file: Kubeconfig): TlsSettings {
  const ca = file.pem(cluster, 'certificate-authority');
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(at(cluster, 'insecure-skip-tls-verify') === true ? { rejectUnauthorized: false } : {}),
  };
}

function userTls(user: JsonObject, file: Kubeconfig): TlsSettings {
  const cert = file.pem(user, 'client-certificate');
  const key = file.pem(user, 'client-key');
  if ((cert === undefined) !== (key === undefined)) throw file.error(`gives a client ${cert === undefined ? 'key without its certificate' : 'certificate without its key'}; give both`);
  return cert === undefined || key === undefined ? {} : { cert, key };
}

function authorizationOf(user: JsonObject, file: Kubeconfig): string | undefined {
  for (const plugin of ['exec', 'auth-provider']) {
    if (at(user, plugin) === undefined) continue;
    throw file.error(`gets its credentials from a plugin (${plugin}), which is not run here; get a token from it and give that with --token`, 'unsupported-kubeconfig');
  }
  const token = textAt(user, 'token');
  if (token !== undefined && token !== '') return bearer(token, `--kubeconfig: ${file.path}`);
  const fromFile = file.text(user, 'tokenFile');
  if (fromFile !== undefined) return bearer(fromFile.trim(), `--kubeconfig: ${file.path}: tokenFile`);
  const name = textAt(user, 'username');
  if (name === undefined) return undefined;
  return `Basic ${Buffer.from(`${name}:${textAt(user, 'password') ?? ''}`, 'utf8').toString('base64')}`;
}
