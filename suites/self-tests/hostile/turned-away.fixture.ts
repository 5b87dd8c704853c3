/** A hostile target that cannot be judged at all, which shows at once: one line, exit 3, no tally. */
export interface TurnedAway {
  readonly target: string;
  readonly flags?: readonly string[];
  /** The scheme of the run, if it is not that of the URL that the target prints. */
  readonly scheme?: 'http' | 'https';
  /** The line that says what is wrong and how to mend it. */
  readonly line: RegExp;
}

const NO_API = /this is no Cluster Resource API/;

/** Hostile targets that a run refuses before its first case. */
export const TURNED_AWAY: readonly TurnedAway[] = [
  { target: 'answers-html', line: /returns text\/html: this is no Cluster Resource API/ },
  { target: 'answers-empty-object', line: NO_API },
  { target: 'answers-one-object', line: NO_API },
  { target: 'answers-500', line: /returns 500 to every path.*InternalError/ },
  { target: 'answers-401', line: /returns 401 to every path.*--token/ },
  { target: 'answers-403', line: /returns 403 to every path.*--token/ },
  {
    target: 'answers-401',
    flags: ['--token', 'wrong'],
    line: /returns 401 to every path.*does not accept the credentials/,
  },
  { target: 'answers-429', line: /returns 429 .*to every path.*--qps/ },
  { target: 'redirects-in-a-loop', line: /redirects every path to itself \(302\)/ },
  { target: 'redirects-to-login', line: /redirects every path \(302\).*\/login.*login/ },
  { target: 'closes-after-accept', line: /closes every connection without a response/ },
  { target: 'never-answers', line: /accepts requests and responds to none of them.*--timeout/ },
  { target: 'speaks-ssh', line: /does not speak HTTP/ },
  { target: 'body-of-4-gib', line: /returns 200 to every path with a body that has no end/ },
  { target: 'body-drips', line: /ends no body/ },
  { target: 'header-never-ends', line: /response headers without end/ },
  { target: 'tls-self-signed', line: /certificate.*not trusted.*--ca.*--insecure-skip-tls-verify/ },
  { target: 'tls-unknown-authority', line: /certificate.*not trusted.*--ca.*--insecure-skip-tls-verify/ },
  {
    target: 'tls-unknown-authority',
    flags: ['--ca', 'suites/target/tls-for-tests/ca.crt'],
    line: /not signed by the given certificate authority.*--ca/,
  },
  {
    target: 'tls-asks-for-client-certificate',
    flags: ['--insecure-skip-tls-verify'],
    line: /client certificate.*--cert and --key/,
  },
  { target: 'tls-self-signed', scheme: 'http', line: /speaks TLS.*https:\/\// },
];

/** A hostile target that offers too little for a run: exit 3, and a line that names the response that showed it. */
export interface Lacking {
  readonly target: string;
  readonly line: RegExp;
}

/** Hostile targets in which a run can create nothing. */
export const LACKING: readonly Lacking[] = [
  { target: 'read-only', line: /POST \S*\/api\/v1\/namespaces returned 405/ },
  { target: 'refuses-namespaces-with-403', line: /POST \S*\/api\/v1\/namespaces returned 403.*--namespace default/ },
  {
    target: 'refuses-namespaces-with-500',
    line: /POST \S*\/api\/v1\/namespaces returned 500.*no kind.*--namespace default/,
  },
];
