/** What a sentence does to a time that it names (the names of `eval/people.ts`). */
export type SpeechAct =
  | 'confirms'
  | 'invites'
  | 'asks'
  | 'offers'
  | 'wants-times'
  | 'moves'
  | 'cancels'
  | 'postpones'
  | 'reminds'
  | 'mentions'

/** One pattern of all lines; "~" stands for up to eight words between two that belong together. */
function words(...lines: readonly string[]): RegExp {
  const between = '(?:\\s+[^\\s!?]+){0,8}?\\s*'
  return new RegExp(lines.map((line) => `(?:${line.replace(/ ?~/g, between)})`).join('|'))
}

/** It does not take place, and nothing takes its place. Folded, in English, German, French and Spanish. */
const cancels = words(
  '\\b(?:cancel(?:l?ed|l?ing|s)?\\b(?! (?:or|link|here|your booking))|call(?:ed|ing)? (?:it |this |that )?off|cancel~(?:interview|meeting|call|appointment))',
  "\\b(?:will|can|does|do|is|are|has|have|had)(?: not|n't|not) (?:be )?(?:take|taking|going|be happening|happen|go ahead|make it|be able to|needing|need|going ahead|hold)",
  "\\b(?:won't|can't|cannot|no longer|unable to)\\b ~(?:take place|happen|make it|go ahead|need|needing|meet|join|attend|see you|keep|do|have you|available)",
  '\\bremoved from (?:our|the|your) calendars?\\b|\\bwithdraw|\\b(?:scrap|drop) (?:the|our|that)|\\bneed not (?:come|travel)|\\bis off\\b|\\bdecided against (?:inviting|meeting|the)|\\bstand(?:ing)? down\\b|\\bother finalist\\b|\\bposition has been filled\\b|\\bno need to (?:come|dial|join)',
  '\\b(?:absag|abgesagt|sagen ~ab\\b|sage ~ab\\b|entfall|fallt ~(?:aus|flach|weg|leider)|fallt (?:aus|flach)|ausfall|storniert|nicht statt|nicht stattfinden|kommt nicht zustande|hinfallig|gestrichen|aus (?:unseren|den|dem) kalender|ziehen ~zuruck|kann ~nicht (?:kommen|stattfinden|wahrnehmen)|konnen ~nicht (?:kommen|stattfinden|wahrnehmen)|schaffe ~nicht|wird nichts|anderen finalist)',
  "\\b(?:annul|n'aura pas lieu|n'auront pas lieu|ne pourr\\w+ pas|ne peu[xt] pas|ne pouvons pas|tombe a l'eau|renonc|retirons|supprime|ne viens pas|pas besoin de|decommand|autre finaliste|plus d'actualite|n'a plus lieu)",
  '\\b(?:cancel[aeo]\\w*|anula\\w*|suspend\\w*|no (?:se celebrara|tendra lugar|podre|podremos|puedo|podemos|va a poder|sera posible|hace falta|habra)|retiramos|queda sin efecto|se cae\\b|otro finalista|ya no)',
)

/** It does not take place now; another time is still to come. */
const postpones = words(
  '\\bpostpon|\\bput (?:off|back)\\b|\\bpush(?:ed|ing)? (?:back|out|it)|\\bon (?:hold|ice)\\b|\\bpaus(?:e|ed|ing)\\b|\\bnew (?:date|time) (?:will follow|to follow|to be|tbc|tba)|\\bcome back to you with (?:a )?new|\\buntil further notice|\\brain ?check|\\blater date|\\bpark(?:ed)? (?:the|this|our)|\\bhold off\\b|\\bfind (?:a new|another) (?:date|time|slot)',
  '\\bverschob|\\bverschieb|\\bverleg|\\bauf eis\\b|\\bzuruckgestellt|\\bzuruckstell|\\bneue[nr]? termin (?:folgt|teil|nenn|such|find|steht)|\\bauf unbestimmte|\\bvertag|\\bpausier|\\bspater[en]* (?:zeitpunkt|termin)|\\bmuss warten',
  '\\breport(?:e|ee|es|ons|er|ent|ez)\\b|\\brepouss|\\bdecal|\\bremis(?:e)? a\\b|\\bsuspens\\b|\\bnouvelle date (?:vous|suivra|sera)|\\bdate ulterieure|\\ben pause\\b|\\bajourn',
  '\\baplaz|\\bpospon|\\bpospuest|\\bpostpon|\\bpostergar?|\\bpostergad|\\ben pausa\\b|\\ben suspenso|\\bnueva fecha (?:os|le|te|se|por)|\\bmas adelante\\b|\\bhasta nuevo aviso|\\bqueda en espera',
)

/** Another time takes its place. */
const moves = words(
  '\\b(?:re-?schedul|mov(?:e|ed|es|ing)\\b(?! forward| on\\b| ahead with)|shift(?:ed|ing)?|swap(?:ped)?|instead of|rather than|brought forward|bring ~forward|former|updated:|changed|correct (?:date|time)|no longer on|new (?:time|date|slot)|earlier than planned|now (?:at|on|takes place))',
  '\\b(?:verschob|verschieb|verleg|vorgezog|vorzieh|getauscht|umgeplant|statt(?:dessen)?\\b(?!finden)|anstatt|neue[rs]? (?:termin|zeit|uhrzeit)|bisher:|neu:|geandert|richtig\\w* (?:datum|termin|uhrzeit)|ruckt|nicht mehr am|umgebucht)',
  '\\b(?:(?<!en )deplac|decal|avanc(?:e|ee|ons)\\b|au lieu d|plutot qu|report|reprogramm|nouve(?:l|au|lle) (?:horaire|creneau|date|heure)|ancien|modifi|remplac|inverse|bonne date|non plus)',
  '\\b(?:reprogram|mover|movemos|movido|mueve|mueva|traslad|adelant|cambi|en (?:lugar|vez) de|nuev[ao] (?:hora|fecha|horario)|antes:|ahora:|pasa (?:al|del|de)|fecha correcta|ya no)',
)

/** The reader may choose, or is asked whether it suits. */
const asks = words(
  '\\?',
  '\\b(?:would|does|do|could|can|might|is|are|if|whether)\\b~(?:work|suit|fit|you (?:free|available|around|up for)|convenient|possible|make it|ok|okay|manage)',
  '\\b(?:let (?:me|us) know|tell (?:me|us)|shout|drop me a line|confirm) (?:if|whether|that)|\\bsubject to your|\\bhow about|\\bwhat about|\\bwere thinking|\\bwas thinking|\\bpencil|\\btentativ|\\bif (?:it|that|this) (?:works|suits)|\\bplease (?:confirm|reply|let|accept)\\b|\\bhear whether|\\bproposal|\\bpropose[sd]?\\b|\\bsuggest',
  '\\bpass(?:t|en|te) (?:es |das |dir |ihnen |euch )|\\bwurde ~passen|\\bob (?:sie|du|ihnen|dir|das|der|es)\\b|\\bfalls ~pass|\\bwenn ~pass|\\bvorschlag|\\bschlage\\b|\\bschlagen wir|\\bkonnten sie|\\bkonntest du|\\bhatten sie|\\bhattest du|\\bgeht (?:das|es|bei)|\\bwie ware|\\bbitte (?:bestatig|gib|geben|sag)',
  "\\b(?:conviendr|convient[- ]|vous va|te va|seriez-vous|etes-vous|serais-tu|es-tu|pourriez|pouvez-vous|peux-tu|pourrais-tu|si (?:cela|ca|vous|tu|la date|l'horaire)|dites|dis-moi|merci de (?:confirmer|me dire|nous dire)|propose|proposons|suggere|ca (?:te|vous) (?:dit|va|irait)|veuillez confirmer)",
  '\\b(?:le|te|os|les) (?:viene|vendria|va|iria|conviene|parece|encaja)|\\b(?:podria|puede|puedes|podrias|estaria|estarias|esta|estas) ~(?:disponible|libre|conect|venir)|\\bsi (?:le|te|os|puede|puedes) |\\bdig?a(?:me|nos)|\\bproponemos|\\bpropongo|\\bsugier|\\bconfirme(?:nos|me|n)? (?:si|su)|\\bpor favor,? confirm',
)

/** Several to choose from, or a page to book on. */
const offers = words(
  '\\b(?:either|one of|any of|the following|these (?:times|slots|dates)|options?|choose|pick|select|book (?:a|your)|whichever|your choice|take your pick|first come|are (?:all )?(?:free|open|available)|have (?:slots|openings|space|time)|could offer|can offer|i could do|we could do|booking link|calendly\\.com)',
  '\\b(?:zur (?:auswahl|wahl)|wahlen|wahl\\b|aussuch|such.{1,3}dir|entweder|einen? der|eines der|folgenden? termin|frei (?:sind|ist|hatte|ware)|anbieten|angebot an terminen|buchen sie|buchungslink|wer zuerst|slots?\\b|ginge auch)',
  "\\b(?:au choix|choisi|soit\\b|l'un des|parmi|creneaux (?:suivants|disponibles|libres)|a (?:toi|vous) de voir|reservez|premier arrive|sont libres|au plus simple)",
  '\\b(?:elij|elige|escog|a elegir|una de (?:estas|las)|uno de (?:estos|los)|opcion|cualquiera|tu eliges|reserve |reserva (?:tu|un|el)|disponibles\\b|tenemos libres?|huecos?\\b|quien primero)',
)

/** The reader is to name times. */
const wantsTimes = words(
  '\\b(?:send|share|give|name|tell|let)\\b~(?:availab|times|slots|dates|when you)|\\byour availab|\\bwhen (?:would|could|are|can|do|might) you|\\bwhat (?:times|days)|\\bwhich (?:days|times)|\\bwhen suits',
  '\\b(?:verfugbarkeit|wann (?:passt|hatten|hattest|konnten|konntest|sind|bist|es)|terminvorschlag|terminwunsch|zeitfenster nenn|(?:welche|mogliche|einige|drei|zwei) (?:tage|termine|zeiten|zeitfenster))',
  '\\b(?:vos (?:disponib|dispos)|tes (?:disponib|dispos)|quand (?:seriez|pourriez|etes|es-tu|serais)|quels? (?:jours?|creneaux)|proposez-nous|propose-moi)',
  '\\b(?:su disponibilidad|tu disponibilidad|vuestra disponibilidad|cuando (?:le|te|podria|puede|puedes|tendria|tienes)|que (?:dias|horarios?|huecos))',
)

/** It is about something else: an absence, a committee, upkeep, a day that is over or taken. */
const mentions = words(
  '\\b(?:out of (?:the )?office|on (?:leave|holiday|vacation|annual|parental)|away (?:from|until|on)|back (?:on|in|from)|maintenance|downtime|unavailable|offline|committee|board (?:meets|meeting)|interviewers? (?:get|meet)|hiring (?:panel|committee)|get together to|already (?:taken|gone|booked)|is taken|has been taken|is gone|closes?|deadline|by then|thank(?:s| you) for (?:the|your|our|coming|taking|talking|meeting)|enjoyed|last (?:week|monday|tuesday|wednesday|thursday|friday)|yesterday|office (?:is )?closed|travel(?:l?ing)?\\b|expires?|you will hear|decide|moved? forward with you|decision|ignore|assistant|create an? (?:event|appointment|entry)|add ~to (?:your|the) calendar|until (?!further))',
  '\\b(?:abwesen|im urlaub|nicht (?:im buro|im haus|erreichbar)|wieder (?:da|im|erreichbar)|wartung|nicht verfugbar|gremium|komitee|ausschuss|kommission|schon (?:weg|vergeben|belegt)|ist (?:weg|vergeben|belegt)|bereits (?:vergeben|belegt)|frist|bis spatestens|danke? fur (?:das|ihr|dein|die)|vergangenen?|letzte[nrs]? (?:woche|montag|dienstag|mittwoch|donnerstag|freitag)|gestern|dienstreise|lauft ~ab|entscheid|beraten|tagt|assistent|elternzeit|unterwegs|setzen sich ~zusammen|bis zum|trag\\w* ~(?:kalender|termin) ein|lege ~termin)',
  '\\b(?:absent|en conge|de retour|maintenance|indisponible|comite|commission|se reunit|se reunissent|deja pris|est pris|deja reserve|date limite|au plus tard|merci pour (?:le|la|cet|cette|notre|votre)|dernier|derniere|hier\\b|en deplacement|expire|delibere|assistant|decid|cree[rz]? un)',
  '\\b(?:ausente|de vacaciones|de vuelta|fuera de la oficina|mantenimiento|comite|comision|se reune|se reunen|ya (?:esta|no esta) (?:ocupad|cogid|reservad|disponible)|ocupad[oa]|fecha limite|a mas tardar|gracias por (?:la|el|su|tu|nuestra)|pasad[oa]\\b|ayer\\b|de viaje|caduca|decid|asistente|cree un|crea un)',
)

const reminds = words(
  "\\bremind|\\b(?:see|speak|talk) (?:to )?you (?:tomorrow|today|then|soon)|\\bstarts in\\b|\\bis (?:tomorrow|today|coming up)|\\bdon't forget|\\bjust a nudge|\\bupcoming\\b|\\blooking forward to (?:tomorrow|seeing|meeting)|\\bstill on for",
  '\\berinner|\\bnicht vergessen|\\bbis morgen\\b|\\bin (?:einer|zwei|\\d+) stunden?|\\bdenken? (?:sie|du) (?:bitte )?an|\\bsteht an\\b|\\bsteht bevor|\\bmorgen ist|\\bdenk dran',
  "\\brappel|\\bn'oubli|\\ba demain\\b|\\bc'est (?:demain|aujourd)|\\bpetit mot|\\bpensez-y|\\bcommence dans|\\bapproche\\b",
  '\\brecorda|\\brecuerd|\\bno (?:olvid|se olvide|te olvides)|\\bhasta manana|\\bes (?:manana|hoy)|\\bnos vemos manana|\\bacuerdate|\\bempieza en|\\bse acerca',
)

const confirms = words(
  "\\bconfirm(?:ed|ing|s|ation)?\\b|\\b(?:is|are|you're|all|have|has been|been|it's) (?:all )?(?:set|booked|fixed|scheduled|agreed|locked|settled)|\\bas (?:agreed|discussed|arranged|planned)|\\bworks (?:for (?:me|us)|great|perfect|fine)|\\bsee you (?:on|at|there)|\\bspeak (?:to you )?(?:on|at|then)|\\bit is, then|\\bnew event|\\bin the (?:diary|calendar)|\\bi'll (?:call|ring|phone)|\\bwill (?:call|ring|phone) you|\\bsounds good|\\bperfect|\\bdone:|\\bgreat[,.!]|\\bdeal\\b|\\bthank you for booking|\\bis final\\b|\\bis (?:now )?(?:fixed|scheduled)\\b|\\bno problem|\\bof course|\\bsure[,.!]|\\bstands\\b",
  '\\bbestatig|\\bsteht (?:fest|damit)|\\bfix(?:iert)?\\b|\\b(?:wie|dann) (?:telefonisch |bereits )?(?:besprochen|vereinbart|abgemacht)|\\bgebucht|\\beingetragen|\\bhalten wir|\\bpasst (?:uns|mir|perfekt|prima|gut)|\\bgeht (?:in ordnung|klar)|\\bsehen uns\\b|\\bbis (?:dann|dienstag|montag|mittwoch|donnerstag|freitag)|\\bruft sie\\b|\\brufe (?:sie|dich)|\\bgerne?, dann|\\bklar[,.!]|\\bterminiert|\\balles klar|\\bvorgemerkt|\\bfur sie reserviert|\\bist (?:geplant|gebucht)|\\beingeplant|\\bgeplant:|\\bangesetzt|\\bbuchung|\\bneues event',
  "\\bconfirm|\\bc'est (?:note|fixe|cale|parfait|d'accord|bon|entendu|valide)|\\best (?:fixe|valide|cale|prevu|programme|reserve|note)|\\bcomme convenu|\\bnous convient|\\bme convient|\\bon se (?:voit|parle|retrouve)|\\bvous (?:appellera|appellerai)|\\bje vous appelle|\\bvotre choix|\\bmerci de votre reservation|\\bd'accord pour|\\bentendu|\\bbien sur|\\bparfait|\\bca marche|\\b(?:a ete|ont ete) (?:programme|planifie|reserve|fixe)|\\bnouvel evenement",
  '\\bconfirm|\\bqueda(?:mos)? (?:fijad|confirmad|en|para|agendad|asi|program)|\\bha quedado|\\bcomo (?:acordamos|quedamos|hablamos)|\\bnos (?:va|viene) (?:bien|perfecto)|\\bperfecto|\\bde acuerdo|\\bnos vemos (?:el|a)|\\ble (?:llamara|llamare|llamo)|\\bte llamo|\\bapuntad|\\bgracias por (?:reservar|su reserva|tu reserva)|\\bclaro[,.]|\\bprogramad|\\bagendad|\\bvale[,.]|\\bhecho[,.:]|\\bquedan? (?:reservad|aceptad)|\\bse ha programado|\\bnuevo evento',
)

const invites = words(
  '\\binvit|\\bplease (?:join|come|be (?:at|there|in)|attend|dial|arrive)|\\bwe (?:look forward to|expect you|await|will meet)|\\bexpect(?:ed|ing)? you|\\b(?:your|the) (?:day|schedule|agenda|interview|call|conversation|round|session|meeting)\\b~(?:takes place|is on|will be|starts|begins|looks)|\\bhave (?:put|set|arranged|scheduled)|\\byou (?:are|will be) (?:meeting|seeing|talking)|\\bmeet you (?:on|at)|\\bbe there\\b|\\bdate:|\\b(?:will be|is) (?:held|waiting for you)|\\btakes place|\\bhere is the plan|\\bwill be waiting',
  '\\beinlad|\\bladen (?:sie|dich)|\\bgeladen\\b|\\beingeladen|\\bkommen sie bitte|\\bkomm bitte|\\bbitte (?:kommen|finden|seien|erscheinen)|\\berwart(?:en|et) (?:sie|dich)|\\bbeginnt am|\\bfreuen uns (?:auf|darauf)|\\bfindet ~statt|\\bhaben ~(?:angesetzt|geplant|eingestellt|eingeplant)|\\b(?:ihr|dein)\\w* (?:gesprach|termin|donnerstag|tag)\\b|\\bdatum:',
  "\\binvit|\\bconvi|\\bconvoqu|\\bconvocation|\\bmerci de vous (?:presenter|connecter)|\\bvous attend|\\betes attendue?|\\bvous (?:telephonera|recevra|recevons)|\\bt'attend|\\bpresentez-vous|\\baura lieu|\\bavons (?:fixe|prevu|programme|place)|\\bvoici votre|\\bau plaisir de|\\bdate :",
  '\\binvit|\\bconvoc|\\ble esperamos|\\bte esperamos|\\bos esperamos|\\bpresentese|\\btendra lugar|\\bse celebrara|\\bhemos (?:fijado|programado|puesto|reservado)|\\bacuda|\\bfecha:|\\basi (?:es|sera) (?:su|tu)|\\besperamos (?:verle|verte)|\\b(?:te|le) (?:llamara|estara esperando|espera)',
)

/** Words that turn the sentence's own around: "has not been cancelled", "nothing has changed". */
const stands = words(
  '\\b(?:not|nothing|never)\\b~(?:been )?(?:cancelled|canceled|changed|moved)|\\bstill on\\b|\\bgoes ahead',
  '\\bnicht (?:abgesagt|verschoben|geandert)|\\bnichts (?:abgesagt|geandert)|\\bbleibt (?:es )?(?:\\w+ )?(?:dabei|bei)',
  "\\bn'est pas (?:annul|report|modifi)|\\brien n'(?:est|a)|\\bmaint(?:enu|ient)",
  '\\bno se ha (?:cancelado|anulado|movido|cambiado)|\\bnada ha cambiado|\\bsigue en pie|\\bse mantiene',
)

/** Advice below a booking says how it could be cancelled; that cancels nothing. */
const advice =
  /[^.!?]*\b(?:if (?:anything|you (?:can't|cannot|need|have|must|want|wish))|need to (?:cancel|reschedule|change)[^.!?]*\?|(?<!\b(?:have|has|had|need|sorry) )to (?:cancel|reschedule)|cancel or reschedule|sollten sie|falls sie|wenn sie (?:verhindert|absagen)|en cas d'empechement|si vous (?:ne|deviez|souhaitez|devez)|si no pudiera|si no puede|si necesita|en caso de|para cancelar|pour annuler)\b[^.!?]*[.!?]?/g

/**
 * What folded sentences around a time do to it, by their words alone. What calls an appointment into
 * question counts more than what fixes it: a mistake may cost a look, never a wrong acceptance.
 */
export function speechAct(sentences: string): SpeechAct {
  const text = sentences.replace(advice, ' ')
  if (!stands.test(text)) {
    const isOff = cancels.test(text)
    if (moves.test(text) && !isOff && !asks.test(text) && namesTwo(text)) return 'moves'
    if (postpones.test(text)) return 'postpones'
    if (isOff) return 'cancels'
  }
  if (wantsTimes.test(text)) return 'wants-times'
  if (offers.test(text)) return 'offers'
  if (asks.test(text)) return 'asks'
  if (mentions.test(text)) return 'mentions'
  if (reminds.test(text)) return 'reminds'
  if (confirms.test(text)) return 'confirms'
  return invites.test(text) ? 'invites' : 'mentions'
}

const clock = /\b\d{1,2}(?:[:.]\d{2}\b| ?h ?\d{0,2}\b| ?[ap]\.?m\b| uhr\b)|\bnoon\b/g
const day =
  /\b\d{1,2}(?:\.|st|nd|rd|th|er)? (?:de )?(?!uhr|min|hours?)\p{L}{3,10}|\b\d{1,2}[./]\d{1,2}[./]/gu

/** Whether a text names an old time and a new one: where it names one alone, the new one is to come. */
function namesTwo(text: string): boolean {
  return [clock, day].some((pattern) => new Set(text.match(pattern)).size > 1)
}

/** Whether a time that a sentence does this to is fixed for the reader. */
export function isFixed(act: SpeechAct): boolean {
  return act === 'confirms' || act === 'invites' || act === 'reminds' || act === 'moves'
}
