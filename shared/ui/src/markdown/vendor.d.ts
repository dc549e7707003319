// The deep paths of the highlighter are declared in this package as ambient modules.
/// <reference types="react-syntax-highlighter" />

declare module '*.css'
