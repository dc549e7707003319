import { anywhere, type Sign, sender, subject, text } from '../sign.ts'

/** Open source and developer communities: people who discuss, ask and thank. */
export const communitySigns: readonly Sign[] = [
  sender(
    5,
    /\b(?:stackoverflow\.(?:com|email)|stackexchange\.com|discord\.com|discordapp\.com|discoursemail\.com|reddit\w*\.com|dev\.to|slack\.com|groups\.io)\b/,
  ),
  sender(3, /\b(?:forum|community|commons|lists)\b/),
  subject(6, /^(?:re: )?\[[\w.-]+\/[\w.-]+\].*\((?:issue|discussion) #\d+\)/),
  subject(4, /^(?:re: )?\[[\w-]+\] /),
  text(
    5,
    /\bleft a comment\b|\breplied to (?:a topic|your|this)\b|\btopic you are watching\b|\bposted an answer\b/,
  ),
  anywhere(
    4,
    /\bnew answer to your question\b|\banswer to your question\b|\bunread messages in\b|\bmentions\b/,
  ),
  anywhere(3, /\bopen[- ]source\b|\bmaintainers?\b|\bcontribut(?:ors?|ions?)\b|\bcommit rights\b/),
  anywhere(3, /\b(?:community|volunteers?|sponsor(?:ing|s|ed)?)\b/),
  text(
    2,
    /\bon this list\b|\bcomments from the group\b|\bthe wiki\b|\bforum\b|\bslack channel\b|\b(?:the|our) discord\b/,
  ),
  text(2, /\bpull request\b/),

  anywhere(
    3,
    /\bneue antwort\b|\bthema\b.{0,60}\bbeobacht\w+|\bforum\b|\bbeobacht\w+\b.{0,20}\bthema\b/,
  ),
  anywhere(3, /\b(?:benevoles?|communaute|logiciel libre|contributeurs)\b/),
]
