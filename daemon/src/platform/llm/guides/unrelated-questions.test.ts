import { expect, it } from 'vitest'
import { openGuideLibrary } from '../guide-library.ts'

const library = await openGuideLibrary()

const questions = [
  'What is the capital of France?',
  'chocolate cake recipe',
  'How tall is Mount Everest?',
  'who won the football world cup in 2014',
  'What is the weather like in Berlin today?',
  'Write me a poem about the sea',
  'best pizza in Naples',
  'How do I train my dog to sit?',
  'how far away is the moon',
  'my tomatoes have yellow leaves',
  'Tell me a joke',
  'Wie wird das Wetter morgen in München?',
  'recette de crêpes bretonnes',
  'How do I change a bicycle tyre?',
  'Is coffee bad for your heart?',
  'translate good morning into Japanese',
  'which film should I watch tonight',
  'how long do I boil an egg',
  'cheap flights to Lisbon in May',
  'how do I cook rice',
  'what time is it in Tokyo',
  'who is the president of Brazil',
  'recommend a good novel',
  'lyrics of yellow submarine',
  'symptoms of flu',
  'how many calories are in a banana',
  'plan a trip to Rome',
  'Rezept für Apfelkuchen',
  'quelle heure est-il',
  'history of the Roman empire',
  'how do plants make oxygen',
  'is it going to rain',
  'buy a used car',
  'what is the meaning of life',
  'best football team',
  'fix a leaking tap',
  'lose weight fast',
  'how to learn piano',
  'should I buy bitcoin',
  'how do I remove a coffee stain',
  'name of the tallest building in the world',
  'who wrote Hamlet',
  'how do I tie a tie',
  'best time to visit Japan',
  'train from Paris to Lyon',
  'vegetarian lasagne',
  'what is 17 times 23',
  'my cat does not eat',
  'when did the second world war end',
  'paint a wall',
  'how old is the universe',
  'guitar chords for beginners',
  'price of gold',
  'symptômes du rhume',
  'wie koche ich Spargel',
]

it.each(questions)('finds nothing for "%s" in either mode', (question) => {
  const found = [...library.find(question, 'coach'), ...library.find(question, 'chat')]

  expect(found.map(({ guide }) => guide.id)).toEqual([])
})
