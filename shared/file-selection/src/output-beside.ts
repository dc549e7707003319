interface Output {
  readonly reason: string
  /** Names of files, and endings with their dot. */
  readonly beside: readonly string[]
}

const dependencies = 'Dependencies are not read.'
const output = 'Build output is not read.'

/** Names that mean output or dependencies only beside the file of the tool that fills them. */
const outputs: ReadonlyMap<string, Output> = new Map([
  ['vendor', { reason: dependencies, beside: ['go.mod', 'composer.json', 'Gemfile'] }],
  ['deps', { reason: dependencies, beside: ['mix.exs', 'rebar.config'] }],
  ['Pods', { reason: dependencies, beside: ['Podfile'] }],
  ['Carthage', { reason: dependencies, beside: ['Cartfile'] }],
  ['target', { reason: output, beside: ['Cargo.toml', 'pom.xml', 'build.sbt', 'project.clj'] }],
  ['out', { reason: output, beside: ['package.json', 'build.gradle', 'build.gradle.kts', '.iml'] }],
  ['bin', { reason: output, beside: ['.csproj', '.fsproj', '.vbproj'] }],
  ['obj', { reason: output, beside: ['.csproj', '.fsproj', '.vbproj', '.vcxproj'] }],
  ['_build', { reason: output, beside: ['mix.exs', 'dune-project', 'rebar.config', 'conf.py'] }],
  ['zig-out', { reason: output, beside: ['build.zig'] }],
])

const signs: ReadonlySet<string> = new Set([...outputs.values()].flatMap(({ beside }) => beside))

/** The sign that a file is for the folders beside it; undefined for most files. */
export function outputSign(name: string): string | undefined {
  if (signs.has(name)) return name
  const dot = name.lastIndexOf('.')
  const ending = dot === -1 ? '' : name.slice(dot)
  return signs.has(ending) ? ending : undefined
}

/** Why nothing below a folder is read, by the signs of the files beside it; or null. */
export function outputBesideReason(name: string, besides: ReadonlySet<string>): string | null {
  const found = outputs.get(name)
  return found?.beside.some((sign) => besides.has(sign)) ? found.reason : null
}
