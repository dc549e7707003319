/** What chat templates mark turns with: Llama 2 and Mistral, Gemma, then all others. */
const TOKENS = [
  /<(<SYS>|<\/SYS>|\/?s>)/g,
  /\[(\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])/g,
  /<((?:start_of_turn|end_of_turn|bos|eos)>)/g,
  /<([|｜][^|｜<>\s]{1,60}[|｜]>)/g,
]

/**
 * A text in which no model server finds a token of its chat template: servers look for them in what
 * a message says as well, and what followed one would be a turn of its own. A space after the first
 * character is all that is added.
 */
export function defuseTokens(text: string): string {
  return TOKENS.reduce(
    (safe, token) => safe.replace(token, (whole, rest) => `${whole[0]} ${rest}`),
    text,
  )
}
