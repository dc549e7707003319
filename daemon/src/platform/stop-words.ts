const english = `
a about actually all also am an and another any anybody anything are as at be been being both but by
can cannot could d did do does doing done either else every everybody for from get gets getting give
go going got had has have having hello help her here hers hey hi him his how i if im in into is it
its just kind let like ll m made make makes making many may maybe me mean might mine more most much
must my myself need needs nobody now of ok okay on one or other our out over own please put quite re
really s same see shall she should so some somebody someone something still such sure t take tell
than that the their them then there these they thing things this those to too try trying up us use
used using ve very want wants was way we well were what when where whether which while who whose why
will with would you your yours
`

const german = `
aber alle als auch auf aus bei bin bis bitte da damit dann das dass dein deine dem den der des die
dir doch du ein eine einem einen einer eines er es etwas fur gibt guten habe haben hallo hat hier
ich ihr ist ja kann kannst kein keine man mein meine meinem meinen meiner mich mir mit muss nach
nicht noch nun nur ob oder ohne sein seine seit sich sie sind soll sollte uber um und uns unser viel
vom von vor wann war warum welche welcher welches wenn wer werden wie wir wird wo zu zum zur
`

const french = `
ai au aux avec bonjour c ce ceci ces cet cette comme comment dans de dois doit donc elle en est et
etre faire fait faut il ils j je l la le les leur lui ma mais mes moi mon n ne nous ont ou par pas
plus pour puis qu quand que quel quelle quelles quels qui quoi sa salut se ses si son sont sur ta te
tes toi ton tous tout tu un une vos votre vous y
`

/** Words that ask and join and carry no topic, in English, German and French, and some of one's own. */
export function stopWords(...own: readonly string[]): ReadonlySet<string> {
  return wordsIn(english, german, french, ...own)
}

/** The words of lists, which stand without diacritics. */
export function wordsIn(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.join(' ').trim().split(/\s+/))
}
