/** Function words by which a language is told; and the name under which it is spoken of. */
export interface Language {
  readonly code: string
  readonly name: string
  readonly words: readonly string[]
  /** Letters that no other listed language writes. */
  readonly letters?: RegExp
  /** Said to people who ask in it: that English is understood. */
  readonly notice: string
}

export const LANGUAGES: readonly Language[] = [
  {
    code: 'de',
    name: 'German',
    words:
      'was ist der die das dienst dienste braucht verbraucht meisten langsamsten warum wie viele und nicht kannst du mir zeigen zeige fehler von im seit wann welche welcher welches läuft gibt es sind hat haben wird bitte ein eine ich wir kaputt langsam letzten stunde stunden gerade alle den dem wurden wurde werden waren in an auf mit bei für nach vor als soll sollen mach machen mein unser unsere keine kein noch schon jetzt gerade alles etwas weshalb wieso woran wer wo wann schlägt schlagen fehl geht gehen ordnung stunde minuten letzte letzter los passiert tun zuerst zuletzt gab habe hatte jemand dauert dauerte lange moin wieder es auf zu zum zur'.split(
        ' ',
      ),
    notice: 'Ich habe die Frage auf Deutsch gelesen; antworten kann ich auf Englisch.',
  },
  {
    code: 'es',
    name: 'Spanish',
    words:
      'qué que por cuántos cuantos cuántas cuál cual los las el la está están esta hay en es del de un una errores falla fallan muéstrame cuando cuándo desde última hora roto lento como cómo se mostrar porque servicio fueron fue era están estaba estamos hubo tiene tenemos hace minutos segundos última últimas últimos servicio servicios se le lo nos sigue siguen caído caída pasa pasó pasando funciona funcionan va van debo debemos hacer qué quién quiénes dónde muestra dame cuánto cuánta con sin más número me dices puedes podrías decir motivo'.split(
        ' ',
      ),
    notice: 'He leído la pregunta en español; respondo en inglés.',
  },
  {
    code: 'fr',
    name: 'French',
    words:
      'que quoi quel quelle quels quelles pourquoi combien est sont les le la des du de dans depuis quand il y a une un erreurs montre moi lent lente panne cassé qui ne pas marche plus heure dernière est-ce ont été était sommes avons avez fait faire dois devons marche marchent fonctionne fonctionnent échoue échouent échoué quelles où qui comment temps minutes secondes dernières derniers service services aux au par avec sans erreur il elle nous vous je ça se sont-elles depuis-quand passe passé dure nombre svp sur pour tu peux dire raison plantages'.split(
        ' ',
      ),
    notice: 'J\u2019ai lu la question en français ; je réponds en anglais.',
  },
  {
    code: 'it',
    name: 'Italian',
    words:
      'che cosa perché quanti quante quale quali sono è il lo gli della nel nella non funziona errori mostrami da quando lento rotto ultima ora come c\u2019è successo si cos cos\u2019è cosè ai alla alle degli dei del dal dalla con ci stato stata stanno va vanno servizio servizi ore minuti ultimi rotta errore fa adesso ancora cosa sta succedendo pagamenti'.split(
        ' ',
      ),
    notice: 'Capisco l\u2019inglese: scrivi la domanda in inglese, per favore.',
  },
  {
    code: 'pt',
    name: 'Portuguese',
    words:
      'o que por quantos quantas qual quais são está não funciona erros mostre desde quando lento quebrou quebrado última hora como você os as do da no na há aconteceu porque foi foram estão estava houve tem temos serviço serviços minutos últimos erro ainda agora acontecendo aconteceu com sem mais'.split(
        ' ',
      ),
    notice: 'Eu entendo inglês: escreva a pergunta em inglês, por favor.',
  },
  {
    code: 'nl',
    name: 'Dutch',
    words:
      'wat waarom hoeveel welke het de een niet zijn van sinds wanneer fouten laat zien traag kapot afgelopen uur werkt er is hoe toon mij wordt worden werd was waren heeft hebben gaat fout stuk laatste minuten dienst diensten nog steeds gebeurt gebeurde bij met'.split(
        ' ',
      ),
    notice: 'Ik begrijp Engels: stel de vraag in het Engels, alstublieft.',
  },
  {
    code: 'pl',
    name: 'Polish',
    words:
      'co dlaczego ile który która które jest są nie działa błędów błędy pokaż od kiedy wolno zepsute ostatniej godzinie w na się jak czy zepsuło'.split(
        ' ',
      ),
    letters: /[ąęłńśźż]/,
    notice: 'Rozumiem angielski: proszę zadać pytanie po angielsku.',
  },
  {
    code: 'no',
    name: 'Norwegian',
    words:
      'hva er hvorfor hvor mange hvilken hvilke ikke det den og på til fra siden når feil vis meg sakte ødelagt siste time virker gikk galt skjedde skjer noe går med'.split(
        ' ',
      ),
    notice: 'Jeg forstår engelsk: still spørsmålet på engelsk, er du snill.',
  },
  {
    code: 'sv',
    name: 'Swedish',
    words:
      'vad varför hur många vilken är det inte fel visa sedan när långsam trasig senaste timmen fungerar och som har'.split(
        ' ',
      ),
    notice: 'Jag förstår engelska: ställ frågan på engelska, tack.',
  },
  {
    code: 'da',
    name: 'Danish',
    words: 'hvad hvorfor hvor mange hvilken er det ikke fejl vis siden hvornår langsom gik galt virker'.split(' '),
    notice: 'Jeg forstår engelsk: stil venligst spørgsmålet på engelsk.',
  },
  {
    code: 'tr',
    name: 'Turkish',
    words:
      'ne neden niçin kaç hangi değil hata hatalar göster beri zaman yavaş bozuldu son saat çalışıyor mu mi var oldu bozuk'.split(
        ' ',
      ),
    letters: /[ğış]/,
    notice: 'İngilizce anlıyorum: lütfen soruyu İngilizce sorun.',
  },
  {
    code: 'cs',
    name: 'Czech',
    words:
      'co proč kolik který která je není nefunguje chyb chyby ukaž od kdy pomalé rozbité poslední hodinu se jak'.split(
        ' ',
      ),
    letters: /[ěřů]/,
    notice: 'Rozumím anglicky: položte prosím otázku v angličtině.',
  },
  {
    code: 'ro',
    name: 'Romanian',
    words: 'ce de câte care este sunt nu merge erori arată când lent stricat ultima oră și s-a'.split(' '),
    letters: /[țș]/,
    notice: 'Înțeleg engleza: vă rog să întrebați în engleză.',
  },
  {
    code: 'hu',
    name: 'Hungarian',
    words: 'mi miért hány melyik nem működik hiba hibák mutasd óta mikor lassú elromlott utolsó óra van a az'.split(
      ' ',
    ),
    letters: /[őű]/,
    notice: 'Angolul értek: kérem, tegye fel a kérdést angolul.',
  },
  {
    code: 'vi',
    name: 'Vietnamese',
    words: 'gì tại sao bao nhiêu lỗi nào không khi chậm hỏng'.split(' '),
    letters: /[ạảấầẩậắằặẹẻẽếềểệỉịọỏốồổộớờởợụủứừửựỳỵỷỹđơư]/,
    notice: 'Tôi hiểu tiếng Anh: xin hãy hỏi bằng tiếng Anh.',
  },
  {
    code: 'id',
    name: 'Indonesian',
    words:
      'apa mengapa kenapa berapa banyak yang mana tidak rusak lambat kesalahan tampilkan sejak kapan jam terakhir adalah'.split(
        ' ',
      ),
    notice: 'Saya mengerti bahasa Inggris: silakan bertanya dalam bahasa Inggris.',
  },
  {
    code: 'fi',
    name: 'Finnish',
    words:
      'mikä miksi kuinka monta mitkä on ei toimi virheitä virheet näytä milloin hidas rikki viimeisen tunnin'.split(
        ' ',
      ),
    notice: 'Ymmärrän englantia: esitä kysymys englanniksi.',
  },
  {
    code: 'ru',
    name: 'Russian',
    words: [],
    letters: /[ыэъё]|[а-я]/,
    notice: 'Я понимаю по-английски: пожалуйста, задайте вопрос на английском.',
  },
  {
    code: 'uk',
    name: 'Ukrainian',
    words: [],
    letters: /[іїєґ]|(?:^|\s)(?:що|чому|скільки|коли|які|який|чи|це)(?=\s|[?!.]|$)/,
    notice: 'Я розумію англійську: будь ласка, поставте запитання англійською.',
  },
  {
    code: 'ja',
    name: 'Japanese',
    words: [],
    letters: /[\u3040-\u30ff]/,
    notice: '英語なら理解できます。英語で質問してください。',
  },
  { code: 'zh', name: 'Chinese', words: [], letters: /[\u4e00-\u9fff]/, notice: '我能理解英语，请用英语提问。' },
  {
    code: 'ko',
    name: 'Korean',
    words: [],
    letters: /[\uac00-\ud7af]/,
    notice: '영어를 이해합니다. 영어로 질문해 주세요.',
  },
  {
    code: 'ar',
    name: 'Arabic',
    words: [],
    letters: /[\u0600-\u06ff]/,
    notice: 'أفهم الإنجليزية: من فضلك اطرح السؤال بالإنجليزية.',
  },
  { code: 'he', name: 'Hebrew', words: [], letters: /[\u0590-\u05ff]/, notice: 'אני מבין אנגלית: אנא שאלו באנגלית.' },
  {
    code: 'hi',
    name: 'Hindi',
    words: [],
    letters: /[\u0900-\u097f]/,
    notice: 'मैं अंग्रेज़ी समझता हूँ: कृपया प्रश्न अंग्रेज़ी में पूछें।',
  },
  { code: 'th', name: 'Thai', words: [], letters: /[\u0e00-\u0e7f]/, notice: 'ฉันเข้าใจภาษาอังกฤษ โปรดถามเป็นภาษาอังกฤษ' },
  {
    code: 'el',
    name: 'Greek',
    words: [],
    letters: /[\u0370-\u03ff]/,
    notice: 'Καταλαβαίνω αγγλικά: παρακαλώ ρωτήστε στα αγγλικά.',
  },
]

export const ENGLISH_WORDS: ReadonlySet<string> = new Set(
  'the is are was were what why how many which who when where of in and to for since did does do has have show me list find give errors error last hour broke broken slow failing it this that with by per any there been not on at from an a'.split(
    ' ',
  ),
)
