import { readSigns } from '../read-signs.ts'

/** An interview is arranged, moved, called off or about to take place. */
export const interviewSigns = readSigns(String.raw`
  3 sender   goodtime | modernloop | hirevue | karat
  2 sender   calendly | cal\.com | savvycal

  3 subject  (?<!\b(an?|new|full|exclusive|\w's) )interview
  |          (your|our|my|the|for|upcoming|next) interviews
  |          vorstellungsgesprach | bewerbungsgesprach | entretien
  3 anywhere (interviews?|vorstellungsgesprach|bewerbungsgesprach|entretien)\b.{0,60}\b((re)?scheduled|moved to|confirmed)
  4 anywhere (re-?schedul\w+|schedul\w+|confirm|book|arrange|set up|move|cancel|call off|postpone|choose a time for) (\w+ ){0,4}interview
  4 anywhere interview( \w+){0,4} (has been|have been|is|was|were) (now )?(re-?scheduled|scheduled|moved|confirmed|cancell?ed|postponed|booked)
  3 anywhere (phone|video|technical|panel|final|first|second|onsite|on-site|coding|system design|behaviou?ral|screening|virtual|zoom|teams|hr|cultural|on-demand video) (interview|screen|screening)
  3 anywhere phone screen | screening call | intro(ductory)? call | recruiter call
  |          technical (conversation|chat|discussion|call|round)
  4 anywhere (invite|inviting|invited|invitation)\b.{0,60}\binterview
  4 anywhere (like|love|happy|pleased|delighted|keen) to (interview|meet|speak (with|to)|talk (with|to)) you
  3 anywhere your (upcoming |next )?(interview|conversation) (with|at|for|on)
  4 anywhere (do|have|hold|start) (the|an|our|your) (\w+ )?interview
  3 anywhere want(s|ed)? to interview you | upcoming interview
  2 anywhere interviewers?

  3 text     (call|chat|conversation|session|meeting|talk|speak|interview)\b.{0,30}\b(with|to)\b.{0,40}\b(hiring manager|head of|cto|ceo|co-?founder|founders?|engineering manager|tech(nical)? lead|vp |director|engineers|recruiter|panel|our team|the team)
  3 anywhere (call|chat|coffee|conversation|talk|meeting|session|lunch)\b.{0,20}\bwith (the|our|my|two of|one of|some of) (\w+ ){0,3}(team|engineers?|colleagues?|developers?|designers?|people|lead|manager|architect)
  3 text     meet (\w+ ){0,4}(team|colleagues|engineers) | future colleagues | your visit
  |          travel (costs|expenses)
  3 anywhere on-?site (day|visit|interview) | onsite
  3 anywhere (first|second|next|final|last) (round|interview) (with|at)
  |          (first|initial|short|quick|\d{2}[- ]minute) (call|chat|conversation|interview)
  3 text     (send|share|give|propose|suggest|name)( me| us)?\b.{0,30}\b(times|slots|dates|days)
  3 text     get to know you | meet (the|our) (team|founders?)
  3 subject  meet (the|our) (team|founders?) | your day with us
  |          let's talk about your application
  3 text     (move|moving|take|taking|invite|inviting|bring)\b (you )?(on |forward |along )?to the (next|final|second|third) (round|stage|step|interview)
  2 text     (first|second|third|next|final|last) (round|stage)
  1 anywhere next steps?
  3 text     (invite you to|welcome you (at|in)|come to|visit) our (office|headquarters|studio)
  4 anywhere pairing with
  4 anywhere (pair(ed|ing)?( programming)?|live coding|whiteboard(ing)?|system design|code review) (session|round|exercise with|interview)
  4 anywhere trial day | trial week | (your|our|a|the) super day (at|with|on|is|in)
  2 text     (are|would) you (be )?(free|available)
  2 text     (send|share|give|let me know|let us know|tell me|suggest)\b.{0,40}\b(availability|slots|time slots|times that|dates that|when you are (free|available))
  2 text     would (\w+ ){1,8}(suit|work for) you | choose a time | pick a (time|slot)
  1 text     (video|web) (call|chat|conference) | zoom | google meet | microsoft teams
  1 text     your application | the position | the role | your cv | your resume | your profile
  |          your portfolio

  4 anywhere (vorstellungs|bewerbungs|kennenlern|fach|erst|zweit|video|telefon|job)-?(gesprach|interview)
  3 text     ersten? gesprach | gesprach (per|via) video
  3 text     (personlich |naher |besser )?kennen ?(zu)?lernen
  4 anywhere probe(tag|arbeit\w*) | schnuppertag
  3 anywhere einladung zu[mr]\b.{0,30}(gesprach|interview|runde)
  3 anywhere (kurz\w* )?(telefonat|telefonieren) | telefontermin
  3 anywhere terminvors?chl\w+ | terminverschiebung | termin(e)? (verschieben|bestatigen)
  3 text     (nachste|zweite|letzte)n? runde
  1 text     neuer termin | passt (dir|ihnen) der termin

  3 anywhere entretien (technique|telephonique|en visio|d'embauche|avec|le|est)
  |          invitation a un entretien
  3 text     (vous|te) rencontrer | faire (votre|ta) connaissance
  3 anywhere (echange|appel|point|rendez-vous)\b (en visio|telephonique|video)
  2 text     entretien
  2 text     vos disponibilites | seriez-vous disponible | etes-vous disponible
`)
