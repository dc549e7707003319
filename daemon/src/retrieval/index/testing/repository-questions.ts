/** A question about the code of the daemon, and the files of which one answers it. */
export type Asked = readonly [question: string, answer: RegExp]

/** Those that have to be answered within the first three. */
export const certain: readonly Asked[] = [
  [
    'where is a chat message made durable',
    /chat\/store\/|records\/|storage\/(serial-queue|file-system)/,
  ],
  ['how are passwords hashed', /passwords/],
  ['which port does the daemon listen on', /platform\/listen|run-daemon/],
  ['how does the daemon find local model servers', /find-model-servers/],
  ['how many sign in attempts are allowed', /accounts\/limit-sign-in/],
  ['what happens when the disk is full', /storage|failing|faults/],
  ['how is the title of a chat made', /title/],
  ['how does stopping a reply work', /accept-question|running-replies/],
  ['what is the watchdog timeout for a silent model', /watchdog|llm/],
  ['groupCommit', /serial-queue/],
  ['what does WorkerThreads.use return when the work fails', /worker-threads/],
  ['where are the security headers set', /http\/guard/],
  ['CORS allowed origins', /guard|origin/],
  ['how is a corrupt journal line handled', /journal/],
  ['where are secrets removed from the log', /platform\/log/],
  ['which IMAP errors are mapped to sentences', /imap-failure/],
  ['how does the built-in engine rank its guides', /guide/],
  ['when is an access token refreshed', /google-oauth/],
  ['explain the context window computation', /context|history|prompt|server-llm/],
  ['where is an image of a chat stored', /image|chat\/store\//],
  ['who may call the api without a session', /http\/guard|session/],
  ['how are mails grouped into threads', /threads|mail-records/],
  ['how are drafts saved to the mailbox', /draft/],
  ['how is an invitation in a mail read', /invitation/],
]

/** Harder ones: their words stand in many files, or not in those that answer. */
export const hard: readonly Asked[] = [
  ['where are sessions checked', /http\/guard|platform\/http\/session|connections/],
  ['where is the refresh token encrypted', /secret-box|token/],
  ['how is a mail parsed', /mail\/message/],
  ['how is the hidden text of an email removed', /visible-text|html|clean-text/],
  ['where does the daemon decide the priority of an email', /mail\/analysis/],
  ['how are dates in mails recognised', /mail\/dates/],
  ['how are duplicate calendar events avoided', /calendar|sync-appointments/],
  ['how are images validated before they are stored', /read-question|image-store/],
  ['how do I export my data', /export|transfer/],
  ['where is the stop list of words', /stop-words/],
  ['what is the maximum size of an uploaded image', /image/],
  ['websocket rooms per user', /realtime/],
  ['how does it throttle chunks to the browser', /paced-reply/],
  ['how are time zones converted', /zone|dates/],
  ['where are chats deleted', /chat-store|chat\/routes/],
  ['which files are written with fsync', /storage/],
  ['where is the OAuth state kept', /calendar/],
  ['reset a forgotten password', /reset-password/],
  ['how is a data folder checked to be private', /data-folder/],
  ['retry after header of the model server', /retry|refusal/],
]

/** Those that nothing in the daemon answers. */
export const foreign = `
what is the capital of France
hello
thank you very much
how do I cook risotto
write me a poem about the sea
who won the football world cup in 2018
what is the weather like today in Berlin
recommend a good science fiction novel
how tall is Mount Everest
explain quantum entanglement to a child
what should I wear to a wedding
translate good night into Spanish
how do I train for a marathon
tell me a joke
best restaurants in Lisbon
how do vaccines work
who painted the Mona Lisa
how do I remove a red wine stain
what is the population of Japan
how to grow tomatoes on a balcony
summarize the plot of Hamlet
hi there, how are you
ok great thanks!
what can you do for me
wie wird das Wetter morgen
quelle est la capitale de la France
how do I tie a tie
what is blockchain
how many calories are in a banana
what are the symptoms of flu
`
  .trim()
  .split('\n')

/** Those whose words stand together here and there, among signs of mails and guides about work. */
export const treacherous = `
what is the meaning of life
what time is it in Tokyo
plan a three day trip to Rome
recipe for chocolate cake
how does the stock market work
how should I prepare for a first date
give me three ideas for a birthday present
how do I renew my passport
is coffee bad for your health
what is the best diet to lose weight
how do I learn to play the guitar
should I buy or rent a house
how do I change a flat tire
write a haiku about autumn
who is the president of the United States
how does a jet engine work
what is the best way to boil an egg
how long does it take to fly to Sydney
what language do they speak in Brazil
how do I stop my dog from barking
`
  .trim()
  .split('\n')
