/** Who may import whom. Each rule's comment is the sentence a developer reads when it fails. */

/** A vendor package and the one place that may import it. */
const doors = {
  lowdb: 'daemon/src/platform/storage/',
  'socket\\.io': 'daemon/src/platform/realtime/',
  openai: 'daemon/src/platform/llm/',
  'eventsource-parser': 'daemon/src/platform/llm/',
  '@node-rs/argon2': 'daemon/src/accounts/passwords',
  pino: 'daemon/src/platform/log',
  imapflow: 'daemon/src/mail/mailbox/',
  'ipaddr\\.js': 'daemon/src/platform/egress/reach',
  undici: 'daemon/src/platform/egress/pinned-fetch',
  'postal-mime': 'daemon/src/mail/message/',
  'html-to-text': 'daemon/src/mail/message/',
  htmlparser2: 'daemon/src/(mail/message|retrieval/text)/',
  'css-tree': 'daemon/src/mail/message/',
  'ical\\.js': 'daemon/src/(mail/(dates|sample)|calendar)/',
  saxes: 'daemon/src/mail/connect/autoconfig',
  nodemailer: 'daemon/src/mail/(drafts|sample)/',
  googleapis: 'daemon/src/calendar/google-',
  '@fastify/busboy': 'daemon/src/retrieval/upload/',
  chardet: 'daemon/src/retrieval/text/',
  fflate: 'daemon/src/retrieval/text/',
  mammoth: 'daemon/src/retrieval/text/',
  unpdf: 'daemon/src/retrieval/text/',
  ignore: 'shared/file-selection/',
  commander: 'daemon/src/commands/program',
  'socket\\.io-client': 'shared/client/src/daemon/',
  'radix-ui': 'shared/ui/src/primitives/',
  'react-markdown': 'shared/ui/src/markdown/',
  'react-syntax-highlighter': 'shared/ui/src/markdown/',
  'react-toastify': 'shared/ui/src/toasts/',
  // panel, options and pages ask extension/src/host
  wxt: 'extension/(wxt\\.config|src/(host|background|entrypoints)/)',
  '@mozilla/readability': 'extension/src/page/',
}

/** The one file of the daemon that gives its type away. */
const app = '^daemon/src/composition/run-daemon\\.ts$'

const tests = ['\\.(test|e2e)\\.tsx?$', '/(test|testing|e2e|bench|eval)/']

const rules = [
  {
    name: 'no-cycles',
    comment: 'Two files that import each other are one file: merge them or move the shared part.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-unknown-imports',
    comment: 'An import that cannot be found slips past every other rule: add the dependency.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'apps-are-leaves',
    comment: 'Nothing imports the daemon, the web app or the extension; share through shared/.',
    from: { path: '^(daemon|web|extension|shared)/' },
    to: {
      path: '^(daemon|web|extension)/',
      pathNot: ['^$1/', app],
    },
  },
  {
    name: 'only-the-client-knows-the-app',
    comment: 'The type of the daemon is for shared/client/src/daemon; screens ask the client port.',
    from: { pathNot: ['^daemon/', '^shared/client/src/daemon/'] },
    to: { path: app },
  },
  {
    name: 'the-app-is-only-a-type',
    comment: 'Write `import type`: a value import would carry the daemon into the browser.',
    from: { path: '^shared/client/' },
    to: { path: '^daemon/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'contracts-import-only-zod',
    comment: 'Contracts are plain descriptions: zod and each other, nothing else.',
    from: { path: '^shared/contracts/src', pathNot: tests },
    to: { pathNot: ['^shared/contracts/src', 'node_modules/(\\.pnpm/)?zod'] },
  },
  {
    name: 'domains-are-strangers',
    comment: 'A daemon domain asks for what it needs in its ports.ts; composition hands it over.',
    from: { path: '^daemon/src/(?!platform/|composition/|commands/|takeover/)([^/]+)/' },
    to: { path: '^daemon/src/(?!platform/)[^/]+/', pathNot: '^daemon/src/$1/' },
  },
  {
    name: 'platform-knows-no-domain',
    comment: 'Platform is what every domain stands on, so it names none of them.',
    from: { path: '^daemon/src/platform/' },
    to: { path: '^daemon/src/(?!platform/)[^/]+/' },
  },
  {
    name: 'composition-comes-last',
    comment: 'daemon/src/composition puts the daemon together; what it is made of never asks it.',
    from: {
      path: '^daemon/src/',
      pathNot: ['^daemon/src/(main\\.js$|composition/|commands/)', ...tests],
    },
    to: { path: '^daemon/src/composition/' },
  },
  {
    name: 'commands-start-the-daemon',
    comment: 'Commands open or run the daemon, which knows nothing of a command line.',
    from: { path: '^daemon/src/', pathNot: '^daemon/src/(main\\.js$|commands/)' },
    to: { path: '^daemon/src/(main\\.js$|commands/)' },
  },
  {
    name: 'env-enters-through-the-program',
    comment: 'commands/program.ts reads the environment once and hands the values on as arguments.',
    from: {
      path: '^daemon/src/',
      pathNot: ['^daemon/src/commands/program\\.ts$', ...tests],
    },
    to: { path: '^daemon/src/env\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'features-are-strangers',
    comment: 'Web features meet on a page in web/src/app, not in each other.',
    from: { path: '^web/src/features/([^/]+)/' },
    to: { path: '^web/src/features/[^/]+/', pathNot: '^web/src/features/$1/' },
  },
  {
    name: 'features-below-app',
    comment: 'web/src/app puts features on routes; a feature never reaches up into app.',
    from: { path: '^web/src/features/' },
    to: { path: '^web/src/app/' },
  },
  {
    name: 'host-below-features',
    comment: 'web/src/host is what only a browser tab has; it knows no feature and no page.',
    from: { path: '^web/src/host/' },
    to: { path: '^web/src/(app|features)/' },
  },
  {
    name: 'extension-rooms-are-strangers',
    comment: 'Panel, options, worker and page script run apart; they meet in extension/src/host.',
    from: { path: '^extension/src/(panel|options|background|page)/' },
    to: {
      path: '^extension/src/(panel|options|background|page|entrypoints)/',
      pathNot: '^extension/src/$1/',
    },
  },
  {
    name: 'extension-host-below-rooms',
    comment: 'extension/src/host is what a browser extension has; it knows no room of it.',
    from: { path: '^extension/src/host/' },
    to: { path: '^extension/src/(panel|options|background|page|entrypoints)/' },
  },
  {
    name: 'ui-has-no-host',
    comment: 'shared/ui runs in a tab and in a side panel: routing and extension APIs are props.',
    from: { path: '^shared/ui/src', pathNot: tests },
    to: { path: ['react-router', 'node_modules/(\\.pnpm/)?(@wxt-dev|wxt)'] },
  },
  {
    name: 'googleapis-by-its-sub-path',
    comment: 'Import googleapis/build/src/apis/calendar/index.js: the root loads every Google API.',
    from: { path: '^daemon/', pathNot: tests },
    to: {
      path: 'node_modules/googleapis/',
      pathNot: 'node_modules/googleapis/build/src/apis/calendar/',
    },
  },
  {
    name: 'sqlite-is-only-a-cache',
    comment:
      'node:sqlite blocks its thread and holds nothing of record: projections and the index have it.',
    from: {
      path: '^(daemon|shared)/',
      pathNot: ['^daemon/src/(retrieval/index|platform/projection)/', ...tests],
    },
    to: { path: '^(node:)?sqlite$' },
  },
  {
    name: 'one-way-to-named-hosts',
    comment:
      'A host that a user names is looked up once and checked: ask daemon/src/platform/egress/reach.ts.',
    from: {
      path: '^(daemon|shared)/',
      pathNot: ['^daemon/src/platform/egress/reach\\.ts$', ...tests],
    },
    to: { path: '^(node:)?dns(/promises)?$' },
  },
  {
    name: 'file-selection-runs-anywhere',
    comment: 'The web app selects files by the same rules as the daemon: no platform in here.',
    from: { path: '^shared/file-selection/src', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'production-never-imports-tests',
    comment: 'Fakes and fixtures stay on the test side.',
    from: { path: '/src/', pathNot: tests },
    to: { path: tests },
  },
  ...Object.entries(doors).map(([vendor, door]) => ({
    name: `one-door-for-${vendor.replaceAll('\\', '')}`,
    comment: 'A vendor package is imported in one place, which translates it into our words.',
    from: { path: '^(daemon|web|extension|shared)/', pathNot: [`^${door}`, ...tests] },
    to: { path: `(^|node_modules/)${vendor}(/|$)` },
  })),
]

export default {
  forbidden: rules.map((rule) => ({ ...rule, severity: 'error' })),
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(daemon|web|extension|shared/[^/]+)/(dist|dist-demo|\\.output|\\.wxt)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'require', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
