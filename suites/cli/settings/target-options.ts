import type { TargetOptions } from '../../target/options.ts';
import type { ConformanceFlags } from './flags.ts';

/** The connection options of the flags. */
export function targetOptions(flags: ConformanceFlags): TargetOptions {
  return {
    ...(flags.target === undefined ? {} : { url: flags.target }),
    ...(flags.token === undefined ? {} : { token: flags.token }),
    ...(flags.tokenFile === undefined ? {} : { tokenFile: flags.tokenFile }),
    ...(flags.header === undefined ? {} : { headers: flags.header.map(headerOf) }),
    ...(flags.ca === undefined ? {} : { ca: flags.ca }),
    ...(flags.cert === undefined ? {} : { cert: flags.cert }),
    ...(flags.key === undefined ? {} : { key: flags.key }),
    ...(flags.insecureSkipTlsVerify === undefined ? {} : { insecureSkipTlsVerify: true }),
    ...(flags.qps === undefined ? {} : { qps: flags.qps }),
    ...(flags.kubeconfig === undefined ? {} : { kubeconfig: flags.kubeconfig }),
    ...(flags.context === undefined ? {} : { context: flags.context }),
    timeoutMs: flags.timeout,
    maxBodyBytes: flags.maxBody,
  };
}

function headerOf(text: string): readonly [string, string] {
  const colon = text.indexOf(':');
  return [text.slice(0, colon), text.slice(colon + 1).trim()];
}
