interface ImportMetaEnv {
  /** Where the source of this build is, where the root's package.json names it. */
  readonly SOURCE_URL?: string
}
