import { readSigns } from '../read-signs.ts'

/** Open source and developer communities: people who discuss, ask and thank. */
export const communitySigns = readSigns(String.raw`
  5 sender   stackoverflow\.(com|email) | stackexchange\.com | discord\.com | discordapp\.com
  |          discoursemail\.com | reddit\w*\.com | dev\.to | slack\.com | groups\.io
  3 sender   forum | community | commons | lists
  6 subject  ^(re: )?\[[\w.-]+/[\w.-]+\].*\((issue|discussion) #\d+\)
  4 subject  ^(re: )?\[[\w.-]+/[\w.-]+\].*#\d+
  4 subject  ^(re: )?\[[\w-]+\] 
  3 text     commented: | opened (the|this) issue | (your|the) patch | can reproduce
  5 text     left a comment | replied to (a topic|your|this) | topic you are watching
  |          posted an answer
  4 anywhere new answer to your question | answer to your question | unread messages in | mentions
  3 anywhere open[- ]source | maintainers? | contribut(ors?|ions?) | commit rights
  3 anywhere community | volunteers? | sponsor(ing|s|ed)?
  2 text     on this list | comments from the group | the wiki | forum | slack channel
  |          (the|our) discord
  2 text     pull request
  2 anywhere (our|the) community | you now belong to | introduce yourself

  3 anywhere neue antwort | thema\b.{0,60}\bbeobacht\w+ | forum | beobacht\w+\b.{0,20}\bthema
  3 anywhere benevoles? | communaute | logiciel libre | contributeurs
`)
