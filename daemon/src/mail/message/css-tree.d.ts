/** The parts that are used: the whole package also loads a dictionary of every CSS property. */
declare module 'css-tree/parser' {
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export { parse as default } from 'css-tree'
}

declare module 'css-tree/utils' {
  export { ident } from 'css-tree'
}

declare module 'css-tree/walker' {
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it
  export { walk as default } from 'css-tree'
}
