import type { PlanningCase } from '../../../expectation.ts';

const viajes = 'fixture/viajes/index.html';
const creative = 'template/creative/index.html';
const coffee = 'template/business-casual/index.html';
const charts = 'template/sb-admin/charts.html';

export const travelAndTemplates: PlanningCase[] = [
  {
    page: viajes,
    prompt: 'muestra los destinos y las opiniones de los viajeros',
    expect: {
      sections: ['Destinos para este otoño', 'Lo que cuentan nuestros viajeros'],
      acts: ['?click *'],
    },
  },
  { page: viajes, prompt: 'filtra por costa', expect: { acts: ['click Costa'] } },
  {
    page: viajes,
    prompt: 'busca un viaje a Granada para 4 personas',
    expect: {
      acts: [
        'change ¿A dónde quieres ir?* = Granada',
        '?change Fecha de salida* = *',
        'change Viajeros* = 4',
        '?click Buscar viajes',
      ],
    },
  },
  {
    page: viajes,
    prompt: 'abre la pregunta sobre el perro',
    expect: { acts: ['click ¿Puedo viajar con mi perro?'] },
  },
  { page: viajes, prompt: 'what is included in the price?', expect: { sections: ['Qué incluye el precio'] } },
  {
    page: viajes,
    prompt: 'suscríbete con ana@example.com',
    expect: { acts: ['change Tu correo electrónico = ana@example.com', '?click Suscribirme'] },
  },
  {
    page: viajes,
    prompt: 'press Montaña, then go to the prices page',
    expect: { acts: ['click Montaña', 'click Precios'] },
  },
  {
    page: viajes,
    prompt: 'cuéntame en cinco segundos por qué viajar con vosotros',
    seconds: 5,
    expect: {
      sections: ['Cómo viajamos|Qué incluye el precio|Lo que cuentan*|Viaja despacio*'],
      besides: true,
    },
  },
  {
    page: viajes,
    prompt: 'show how they travel, without the newsletter and without the questions please',
    expect: { sections: ['Cómo viajamos'], not: ['Preguntas frecuentes', 'Recibe nuestras rutas*'] },
  },

  {
    page: creative,
    prompt: 'present our services, leave out the portfolio',
    expect: { sections: ['At Your Service'], not: ['gallery', 'Portfolio*', '*Project Name*'] },
  },
  {
    page: creative,
    prompt: 'go to Contact and write "Call me back" as the message',
    expect: {
      acts: ['?click Contact', 'change Message* = Call me back', '?click Submit'],
    },
  },
  {
    page: creative,
    prompt: 'mostra i servizi e poi il modulo di contatto',
    expect: { sections: ['At Your Service', 'Let*s Get In Touch!|form|contact'] },
  },

  { page: coffee, prompt: 'what do they promise their guests?', expect: { sections: ['Our Promise*'] } },
  { page: coffee, prompt: 'clik the visit us today button', expect: { acts: ['click Visit Us Today!'] } },

  {
    page: charts,
    prompt: 'look for "revenue" with the search box',
    expect: { acts: ['change Search for* = revenue', '?click *'] },
  },
];
