import type { PlanningCase } from '../../expectation.ts';

const bistro = 'fixture/bistro/index.html';
const velo = 'fixture/velo/index.html';
const amt = 'fixture/amt/index.html';
const conference = 'fixture/conference/index.html';
const helpdesk = 'fixture/helpdesk/index.html';
const mobileApp = 'fixture/mobile-app/index.html';
const apiDocs = 'fixture/api-docs/index.html';
const tarife = 'fixture/tarife/index.html';
const creative = 'template/creative/index.html';
const landing = 'template/landing-page/index.html';
const cleanBlog = 'template/clean-blog/index.html';
const cafe = 'template/business-casual/products.html';
const opening = 'template/business-casual/store.html';

export const thirteenPages: PlanningCase[] = [
  {
    page: bistro,
    prompt: 'show the menu and what guests say',
    expect: { sections: ['What we are cooking', 'From the dining room'] },
  },
  {
    page: bistro,
    prompt: 'open the mains, then the wine list',
    expect: { acts: ['click Mains', 'click Wine'] },
  },
  {
    page: bistro,
    prompt: 'when are they open and how do I get there?',
    expect: { sections: ['Finding us|Opening hours'] },
  },
  {
    page: bistro,
    prompt: 'book a table for four: fill in the reservation form',
    seconds: 30,
    expect: {
      acts: [
        '?click Book a table',
        'change Date = *',
        'change Guests = *',
        'change Time = *',
        'change Your name = *',
        'change Email = *@*',
      ],
    },
  },
  { page: bistro, prompt: 'show only vegetarian dishes', expect: { acts: ['click Vegetarian dishes only'] } },
  { page: bistro, prompt: 'visit the gift vouchers page', expect: { acts: ['click Gift vouchers'] } },

  {
    page: velo,
    prompt: 'choisis la taille M et ajoute le vélo au panier',
    expect: { acts: ['change Taille du cadre = m', 'click Ajouter au panier'] },
  },
  { page: velo, prompt: 'montre les avis des clients', expect: { sections: ["L'avis de nos clients"] } },
  { page: velo, prompt: 'ouvre l’onglet Caractéristiques', expect: { acts: ['click Caractéristiques'] } },
  { page: velo, prompt: 'cherche un tandem', expect: { acts: ['change Rechercher un vélo = *tandem*'] } },
  {
    page: velo,
    prompt: 'choose the blue colour and open the delivery tab',
    expect: { acts: ['click Bleu nuit', 'click Livraison et retours'] },
  },
  {
    page: velo,
    prompt: 'inscris-toi à la lettre avec lea@example.com',
    expect: {
      acts: ['change Votre adresse e-mail = lea@example.com', "?click S’inscrire|?click S'inscrire"],
    },
  },

  {
    page: amt,
    prompt: 'Fülle den Antrag aus',
    seconds: 30,
    expect: {
      acts: [
        'change Vorname = *',
        'change Nachname = *',
        'change Geburtsdatum = ????-??-??|change Geburtsdatum = *-*-*',
        'change E-Mail-Adresse = *@*',
        'change Kennzeichen = *',
        'change Parkzone = *',
        '?click Ich habe*',
      ],
    },
  },
  { page: amt, prompt: 'Was kostet der Ausweis?', expect: { sections: ['Gebühren'] } },
  {
    page: amt,
    prompt: 'Zeige die Voraussetzungen und die häufigen Fragen',
    expect: { sections: ['Voraussetzungen', 'Häufige Fragen'] },
  },
  { page: amt, prompt: 'Öffne die dritte Frage', expect: { acts: ['click Wie kündige ich*'] } },
  {
    page: amt,
    prompt: 'wähle Parkzone C und 12 Monate',
    expect: { acts: ['change Parkzone = c', 'click 12 Monate'] },
  },
  { page: amt, prompt: 'melde dich ab', expect: { acts: [] } },

  {
    page: conference,
    prompt: 'show the speakers, the programme and the venue',
    seconds: 30,
    expect: { sections: ['Who is on stage', 'Three days*', 'The old ceramics*'] },
  },
  {
    page: conference,
    prompt: 'switch the programme to Thursday, then Friday',
    expect: { acts: ['click Thursday', 'click Friday'] },
  },
  {
    page: conference,
    prompt: 'can I pass my ticket on?',
    expect: { sections: ['Before you ask'], acts: ['?click Can I pass*'] },
  },
  { page: conference, prompt: 'expand the last question', expect: { acts: ['click Is there a code*'] } },
  { page: conference, prompt: 'how much are tickets?', expect: { sections: ['Tickets'] } },
  { page: conference, prompt: 'who sponsors it?', expect: { sections: ['With the help of'] } },
  {
    page: conference,
    prompt: 'reserve the student ticket',
    expect: { acts: ['click Reserve student ticket'] },
  },

  {
    page: helpdesk,
    prompt: 'filter the tickets by status Waiting',
    expect: { acts: ['click Status: any', 'click Waiting'] },
  },
  {
    page: helpdesk,
    prompt: 'search for invoice, then open the ticket about the wet parcel',
    expect: { acts: ['change *Search tickets* = invoice', 'click Parcel arrived wet'] },
  },
  {
    page: helpdesk,
    prompt: 'create a new ticket',
    seconds: 30,
    expect: {
      acts: [
        'click New ticket',
        '?change Subject = *',
        '?change Customer email = *@*',
        '?change Priority = *',
        '?change Description = *',
      ],
    },
  },
  {
    page: helpdesk,
    prompt: 'show only what is assigned to Jonas',
    expect: { acts: ['change Assigned to = j'] },
  },
  {
    page: helpdesk,
    prompt: 'go to the reports and show this week',
    expect: { acts: ['click Reports'], sections: ['This week'], besides: true },
  },
  { page: helpdesk, prompt: 'delete the first ticket', expect: { acts: [] } },
  { page: helpdesk, prompt: 'assign the invoice ticket to me', expect: { acts: ['click Assign to me@2'] } },

  {
    page: mobileApp,
    prompt: 'muestra las capturas de pantalla y las reseñas',
    expect: { sections: ['Capturas de pantalla', 'Valoraciones y reseñas'] },
  },
  {
    page: mobileApp,
    prompt: 'pulsa Ver más y filtra las reseñas críticas',
    expect: { acts: ['click Ver más', 'click Críticas'] },
  },
  { page: mobileApp, prompt: 'instala la aplicación', expect: { acts: ['click Instalar'] } },
  { page: mobileApp, prompt: 'what is new in the latest version?', expect: { sections: ['Novedades'] } },
  { page: mobileApp, prompt: 'busca riego', expect: { acts: ['change Buscar aplicaciones = riego'] } },

  {
    page: apiDocs,
    prompt: 'how do I authenticate? Show the Python example',
    expect: { sections: ['Authentication'], acts: ['click Python'] },
  },
  {
    page: apiDocs,
    prompt: 'jump to webhooks, then pagination',
    expect: { acts: ['click Webhooks', 'click Pagination'] },
  },
  {
    page: apiDocs,
    prompt: 'select version v2 and turn on dark mode',
    expect: { acts: ['change Version = v2', 'click Dark mode'] },
  },
  {
    page: apiDocs,
    prompt: 'which errors are there, and what are the rate limits?',
    expect: { sections: ['Errors', 'Rate limits'] },
  },
  {
    page: apiDocs,
    prompt: 'press Try it and enter "Hamburg" as the destination',
    expect: { acts: ['click Try it', 'change Destination = Hamburg'] },
  },

  {
    page: tarife,
    prompt: 'stelle auf jährliche Abrechnung um und wähle den Verband',
    expect: { acts: ['click Jährliche Abrechnung', 'click Verband wählen'] },
  },
  {
    page: tarife,
    prompt: 'vergleiche die Tarife',
    expect: { sections: ['Alles im Vergleich|*Kassenprüfung*|pricing'], acts: ['?click Jährliche*'] },
  },
  {
    page: tarife,
    prompt: 'Was sagen Kunden, und wo liegen die Daten?',
    expect: { sections: ['Das sagen Kassenwarte', 'Gut zu wissen'], acts: ['?click Wo liegen*'] },
  },
  {
    page: tarife,
    prompt: 'klicke auf Kostenlos testen und fülle das Formular aus',
    seconds: 30,
    expect: { acts: ['click Kostenlos testen', 'change E-Mail = *@*', 'change Vereinsname = *'] },
  },

  {
    page: creative,
    prompt: 'show the services and the portfolio',
    expect: { sections: ['At Your Service', '*Project Name*|gallery|content|*ategory*'] },
  },
  {
    page: creative,
    prompt: 'send them a message: fill in the contact form',
    seconds: 30,
    expect: {
      acts: [
        '?click Contact',
        'change Full name = *',
        'change Email address = *@*',
        'change Phone number = *',
        'change Message = *',
        '?click Submit',
      ],
    },
  },
  { page: creative, prompt: 'click Find Out More', expect: { acts: ['click Find Out More'] } },
  { page: landing, prompt: 'what do people say?', expect: { sections: ['What people are saying*'] } },
  {
    page: landing,
    prompt: 'press Sign Up and type pat@example.com into the email field',
    expect: { acts: ['click Sign Up', 'change Email Address* = pat@example.com'] },
  },
  {
    page: cleanBlog,
    prompt: 'open the post about prophecy',
    expect: { acts: ['click Science has not yet mastered*'] },
  },
  {
    page: cleanBlog,
    prompt: 'go to the contact page and write a message',
    seconds: 30,
    expect: {
      acts: [
        'click Contact',
        '?change Name = *',
        '?change Email address = *@*',
        '?change Phone Number = *',
        'change Message = *',
      ],
    },
  },
  { page: cafe, prompt: 'show the bakery', expect: { sections: ['*Bakery & Kitchen*'] } },
  { page: opening, prompt: 'opening hours', expect: { sections: ["*We're Open*|*We’re Open*"] } },
];
