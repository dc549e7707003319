/** Questions that type declarations do not answer. */
export const otherQuestions = `
How long do I boil an egg so that the yolk stays soft?
What is the capital of Australia?
Who painted the ceiling of the Sistine Chapel?
Can you recommend a good restaurant near the station?
How do I get red wine out of a white tablecloth?
What is the difference between a crocodile and an alligator?
When was the Berlin Wall torn down?
How many players are in a rugby team?
What should I cook with pumpkin and chickpeas?
Is it going to rain tomorrow afternoon?
How do plants turn sunlight into sugar?
Who wrote Pride and Prejudice?
How do I train for my first marathon?
What does a mortgage cost each month?
Why is the sky blue in the day and red in the evening?
How often should I water an orchid?
Which vaccines do I need for a trip to Kenya?
How tall is Mount Kilimanjaro?
What happened in the second season of Fargo?
How can I fall asleep faster?
Tell me a joke about penguins
Write a poem about autumn leaves
What are the symptoms of a vitamin D deficiency?
How do I change a bicycle tyre?
Who won the football world cup in 1998?
What is a good name for a golden retriever?
How far is the moon from the earth?
Which instrument did Miles Davis play?
How do I ask my landlord to repair the heating?
What is the best way to learn Portuguese?
How do I remove moss from the lawn?
Hello, how are you today?
Thank you very much, that was helpful
What do you think about my sister's wedding dress?
How much protein is in a cup of lentils?
Which planets have rings?
How do I fold a fitted sheet?
What was the first film of Alfred Hitchcock?
Should I lease a car or buy one?
How do bees make honey?
`
  .trim()
  .split('\n')
