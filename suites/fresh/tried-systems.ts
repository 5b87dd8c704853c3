/** Something that a real system did, and the server with that behaviour that shows it today. */
export interface TriedSystemFinding {
  readonly system: string;
  /** The behaviour of the real system. */
  readonly seen: string;
  /**
   * A fault, if the behaviour breaks the document: the rule that finds the fault must fail. A legal variant, if it does
   * not: no rule may fail.
   */
  readonly server: { readonly fault: string } | { readonly variant: string };
}

const WITH_CONTROLLERS = 'kube-apiserver 1.7.5 with kube-controller-manager 1.7.5';
const LATER = 'kube-apiserver 1.20.2, alone and with its controller manager';

/**
 * The findings on real systems that were tried elsewhere, beside the differences of kube-apiserver 1.7.5
 * (`spec/dialects/real-differences.ts`). No recording of them is in this repository.
 */
export const TRIED_SYSTEMS: readonly TriedSystemFinding[] = [
  {
    system: WITH_CONTROLLERS,
    seen: 'a controller writes the unchanged object during a PUT of a client, so the PUT gets 409',
    server: { variant: 'control-loops-write-what-is-there' },
  },
  {
    system: WITH_CONTROLLERS,
    seen: 'a deleted namespace is gone only after up to half a minute',
    server: { variant: 'namespaces-end-late' },
  },
  {
    system: LATER,
    seen: 'hostAliases are accepted on the host network',
    server: { fault: 'host-aliases-on-the-host-network-accepted' },
  },
  {
    system: LATER,
    seen: 'objects have managedFields, which controllers change, and other members that the document lacks',
    server: { variant: 'objects-of-a-later-release' },
  },
  {
    system: LATER,
    seen: 'the server and its controllers add members, annotations and defaults that no client sent',
    server: { variant: 'more-members' },
  },
  {
    system: LATER,
    seen: 'controllers change the status of workloads at any moment',
    server: { variant: 'control-loops-at-work' },
  },
  {
    system: LATER,
    seen: 'on a busy machine, the server ends watches whose readers are slow, also before their timeoutSeconds',
    server: { variant: 'overload-ends-watches-early' },
  },
  {
    system: LATER,
    seen: 'a watch of Events without a version gets its response head before the server reads the existing Events',
    server: { variant: 'watch-reads-existing-objects-late' },
  },
  {
    system: LATER,
    seen: 'a read in YAML that fails at control characters gets 500, where 1.7.5 returns 200',
    server: { variant: 'yaml-failures-have-status-500' },
  },
];
