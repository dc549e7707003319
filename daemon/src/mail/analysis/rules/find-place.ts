import { placeLine } from '../../dates/clean-line.ts'

const meetingLink =
  /https:\/\/(?:[\w-]+\.)*(?:meet\.google\.com|zoom\.us|zoom\.com|teams\.microsoft\.com|teams\.live\.com|whereby\.com|webex\.com|meet\.jit\.si|gotomeeting\.com|around\.co|meet\.[\w-]+\.[a-z]{2,})\/[^\s<>"')\]]+|https:\/\/meet\.[\w-]+\/[^\s<>"')\]]+/i
const label =
  /^[ \t]*(?:where|location|place|venue|address|wo|ort|adresse|lieu|adresse)[ \t]*:[ \t]*(\S.{2,200})$/im

/** Where a mail says that people meet: a link to a video call, or what follows "Location:". */
export function findPlace(text: string): string {
  const link = meetingLink.exec(text)?.[0]
  const place = label.exec(text)?.[1] ?? ''
  return placeLine(link ?? place, (address) => text.includes(address))
}
