/**
 * Words that mean the same to somebody who asks for a demo, over languages: of what most sites have. Phrases are matched as they
 * are written, single words by their stem; `=word` is that very word.
 */
export const siteWords: Record<string, string> = {
  pricing:
    'price, prices, pricing, plan, plans, cost, costs, tier, tiers, package, packages, fee, fees, subscription, subscriptions, how much, preis, preise, kosten, kostet, gebühr, gebühren, tarif, tarife, prix, tarifs, coûte, coûtent, combien, frais, cuesta, cuestan, cuánto, costa, quanto, kost, abonnement, precio, precios, tarifas, prezzo, prezzi, preço, preços, planos, cena, cennik, prijs, prijzen, цена, цены, тарифы, τιμές, السعر, الأسعار, اسعار, أسعار, الباقات, 价格, 定价, 价钱, 套餐, 價格, 料金, 価格, プラン, 가격, 요금, कीमत',
  faq: 'faq, faqs, question, questions, answer, answers, q&a, common questions, häufige fragen, frage, fragen, questions fréquentes, preguntas, preguntas frecuentes, domande, domande frequenti, perguntas, вопросы, الأسئلة, أسئلة, الأسئلة الشائعة, 常见问题, 问题, 常見問題, よくある質問, 質問, 자주 묻는 질문, 질문',
  features:
    'feature, features, capability, capabilities, benefit, benefits, functionality, function, functions, how it works, what it does, can do, advantage, advantages, highlights, funktion, funktionen, vorteile, merkmale, fonctionnalité, fonctionnalités, avantages, función, funciones, características, ventajas, funzionalità, funzioni, recursos, funcionalidades, функции, возможности, المزايا, الميزات, ميزات, مزايا, 功能, 特点, 特性, 機能, 特徴, 기능',
  proof:
    'recommend, recommends, recommended, who uses, who trusts, who is using, used by, opinion, opinions, feedback from, happy customers, meinungen, meinung, parlent, pensent, opinan, opinión, pensano, parlano, acham, testimonial, testimonials, review, reviews, customer, customers, client, clients, quote, quotes, case study, case studies, social proof, proof, trust, trusted, trusted by, loved by, what people say, people say, customers say, users say, others say, clients say, guests say, visitors say, patients say, members say, students say, readers say, press says, kunden sagen, disent, dicen, dicono, success story, success stories, rating, ratings, stars, logos, kunden, kundenstimmen, bewertungen, referenzen, clients, témoignages, avis, clientes, testimonios, opiniones, reseñas, clienti, recensioni, testimonianze, depoimentos, отзывы, клиенты, العملاء, آراء, شهادات, 客户, 评价, 用户评价, 客戶, 評價, お客様の声, レビュー, 導入事例, 고객, 후기',
  signup:
    'signup, sign up, sign-up, register, registration, trial, free trial, start free, get started, getting started, create account, create an account, join, try, try it, try for free, onboarding, registrieren, anmelden, kostenlos testen, jetzt starten, loslegen, inscription, inscris, inscrire, s’inscrire, commencer, essai, essai gratuit, registrarse, empezar, prueba, prueba gratis, registrati, inizia, prova, cadastro, experimente, регистрация, попробовать, ابدأ, سجل, تجربة, التسجيل, 注册, 试用, 免费试用, 开始, 開始, 登録, 無料トライアル, 가입, 시작',
  login:
    'login, log in, sign in, signin, log on, einloggen, anmeldung, connexion, se connecter, iniciar sesión, accedi, entrar, войти, تسجيل الدخول, 登录, 登入, ログイン, 로그인',
  contact:
    'hire, hire me, reach you, reach them, reach out, write to you, call you, call them, phone number, contact, contact us, get in touch, talk to sales, talk to us, sales, reach us, kontakt, nous contacter, contacto, contáctanos, contatti, contato, контакты, اتصل, اتصل بنا, تواصل, 联系, 联系我们, 聯絡, お問い合わせ, 문의',
  docs: 'docs, doc, documentation, guide, guides, manual, reference, handbook, dokumentation, anleitung, documentación, документация, التوثيق, 文档, 文件, ドキュメント, 문서',
  form: 'form, forms, field, fields, formular, formulaire, formulario, modulo, форма, نموذج, النموذج, 表单, 表單, フォーム, 양식',
  gallery:
    'my work, your work, our work, their work, his work, her work, gallery, screenshot, screenshots, captures, capturas, bildschirmfotos, picture, pictures, photo, photos, images, portfolio, showcase, galerie, bilder, galería, galleria, галерея, معرض, صور, 图库, 截图, 图片, ギャラリー, 갤러리',
  hero: 'hero, headline, intro, introduction, landing, above the fold, first screen, top of the page, banner, opening, einleitung, titel, accueil, inicio, المقدمة, 首屏, 首页, トップ',
  'call-to-action': 'cta, call to action, call-to-action, conversion, convert, sign people up',
  footer:
    'footer, bottom, imprint, legal, fußzeile, impressum, pied de page, pie de página, تذييل, 页脚, フッター',
  header: 'header, navigation, nav, navbar, top bar, kopfzeile, menu bar',
  integrations:
    'work with, compatible with, connects to, connect to, funktioniert mit, compatible avec, compatible con, integration, integrations, connect, connector, connectors, plugin, plugins, works with, schnittstellen, verbinden, verbindet, plug into, plugs into, intégrations, integraciones, التكاملات, 集成, 連携',
  security:
    'security, secure, safe, safety, data protection, protected, privacy, encryption, compliance, gdpr, soc2, sicherheit, datenschutz, sécurité, seguridad, sicurezza, الأمان, أمان, 安全, セキュリティ, 보안',
  yearly:
    'yearly, annual, annually, year, jährlich, annuel, annuellement, anual, annuale, سنوي, سنويا, 按年, 每年, 年付, 年額, 年間',
  monthly:
    'monthly, month, monatlich, mensuel, mensual, mensile, mensal, شهري, شهريا, 按月, 每月, 月付, 月額',
  search:
    'search, find, suche, suchen, recherche, rechercher, buscar, cerca, поиск, بحث, ابحث, 搜索, 搜尋, 検索, 검색',
  email:
    'email, e-mail, mail, email address, courriel, correo, البريد, البريد الإلكتروني, 邮箱, 电子邮件, メール, 이메일',
  dark: 'dark, dark mode, night mode, dark theme, dunkel, sombre, oscuro, داكن, 深色, 暗色, ダーク',
  light: 'light mode, light theme, day mode, hell, clair, claro',
  menu: 'menu, hamburger, navigation menu, menü, menú, القائمة, 菜单, 選單, メニュー, 메뉴',
  home: 'home, homepage, home page, start page, startseite, accueil, inicio, الرئيسية, 首页, 首頁, ホーム, 홈',
  newsletter:
    'newsletter, subscribe, mailing list, by letter, by email, infolettre, lettre, rundbrief, boletín, abonnieren, suscribirse, s’abonner, النشرة, 订阅, 購読',
  download:
    'download, install, herunterladen, télécharger, descargar, scarica, baixar, скачать, تحميل, تنزيل, 下载, 下載, ダウンロード, 다운로드',
  team: 'who works, who is working, who are the people, who are you, who is he, who is she, who runs, who are they, wer arbeitet, wer steckt, wer steht, wer seid, qui est derrière, qui êtes-vous, quién está detrás, chi c’è dietro, team, the people, people behind, who is behind, who made, staff, crew, founder, founders, employees, équipe, equipo, squadra, mannschaft, الفريق, 团队, チーム',
  about:
    '=story, the story of, where it began, how it began, how it all began, how it started, beginnings, origins, founded, founding, gegründet, entstehung, notre histoire, nuestra historia, la nostra storia, nossa história, origine, orígenes, origini, about, about us, company, history, our story, mission, who we are, who is behind, über uns, geschichte, à propos, histoire, quiénes somos, historia, chi siamo, storia, من نحن, 关于, 关于我们, 會社, 会社',
  location:
    'where does it take place, where is it, where are they, how can i reach, how to reach you, the address, postal address, où êtes-vous, où vous trouver, wo seid ihr, dove siete, where to find, how to find, map, accès, anreise, lageplan, où se trouve, où est, où sont, où nous, plan d’accès, wo ist, wo liegt, wo finde, wo befindet, wo sind, dónde está, dónde se encuentra, dónde queda, mapa, dove si trova, dove sono, mappa, onde fica, location, locations, located, where are, where is, office, offices, find us, finding us, get there, how to reach, directions, venue, standort, anfahrt, anschrift, adresse, comment venir, nous trouver, lieu, sede, cómo llegar, dónde estamos, come arrivare, dove siamo, como chegar, onde estamos, wegbeschreibung, so finden sie uns, как добраться, ubicación, العنوان, موقعنا, 地址, 所在地',
  usage:
    '=use, =usage, =using, how to use, verwendung, nutzung, benutzung, utilisation, uso, utilizzo, использование, الاستخدام, 使用, 使い方',
  luggage:
    'luggage, baggage, suitcase, gepäck, koffer, bagages, bagage, valise, equipaje, maleta, bagagli, bagaglio, bagagem, mala, багаж, أمتعة, 行李, 荷物, 수하물',
  tickets:
    '=ticket, =tickets, admission, eintritt, eintrittskarten, billet, billets, entrada, entradas, biglietto, biglietti, ingresso, bilhete, bilhetes, билет, билеты, تذكرة, تذاكر, 门票, チケット',
  installation:
    'installieren, get it running, getting started with, set it up, einrichten, mettre en place, configurarlo, installation, =install, set up, setup, installieren, installer, instalación, instalar, installazione, instalação, установка, التثبيت, 安装, 安裝, インストール',
  closed:
    'closed, out of hours, at night, at weekends, after hours, geschlossen, fermé, cerrado, chiuso, fechado, закрыто, مغلق, 关闭时间, 休業',
  products:
    'what do you sell, what do they sell, what they sell, what can i buy, =products, =items, catalog, catalogue, assortment, produkte, produits, productos, prodotti, المنتجات, 商品, 产品',
  blog: 'blog, news, article, articles, changelog, nachrichten, actualités, noticias, المدونة, 博客, ブログ',
  video: 'tour video, product tour, trailer',
  cart: '=bag, =trolley, cart, basket, shopping bag, warenkorb, einkaufswagen, panier, carrito, cesta, carrello, carrinho, winkelwagen, koszyk, корзина, السلة, عربة التسوق, 购物车, 購物車, カート, 장바구니',
  delivery:
    'deliver, delivered, shipped, ship, delivery, deliveries, shipping, shipment, lieferung, versand, livraison, envío, envíos, entrega, consegna, spedizione, доставка, التوصيل, الشحن, 配送, 送货, 運送, 배송',
  returns:
    'returns, refund, refunds, rückgabe, erstattung, retours, remboursement, devolución, devoluciones, reembolso, resi, rimborso, возврат, الإرجاع, 退货, 退款, 返品',
  size: '=size, =sizes, größe, größen, taille, tailles, talla, tallas, taglia, taglie, tamanho, maat, размер, المقاس, 尺寸, 尺码, サイズ',
  colour:
    'colour, colours, color, colors, farbe, farben, couleur, couleurs, colores, colore, colori, cor, cores, kleur, цвет, اللون, 颜色, 顏色, 色',
  quantity:
    'quantity, amount, anzahl, menge, quantité, cantidad, quantità, quantidade, количество, الكمية, 数量, 數量',
  red: '=red, rot, rouge, rojo, roja, rosso, rossa, vermelho, красный, أحمر, 红色, 赤',
  blue: '=blue, blau, bleu, bleue, azul, blu, синий, أزرق, 蓝色, 青',
  green: '=green, grün, vert, verte, verde, зелёный, أخضر, 绿色, 緑',
  black: '=black, schwarz, noir, noire, negro, negra, nero, nera, preto, чёрный, أسود, 黑色, 黒',
  white: '=white, weiß, blanc, blanche, blanco, blanca, bianco, bianca, branco, белый, أبيض, 白色, 白',
  hours:
    'when is it open, opening, wann geöffnet, quand êtes-vous ouverts, quand ouvre, ouvert, ouverts, abierto, abiertos, when can i, when can we, when are you, when are they, when do you, when do they, what time, at what time, until when, hours, wann ist, wann sind, wann habt, wann kann, quand est, quand peut, à quelle heure, heures d’ouverture, cuándo abre, cuándo abren, a qué hora, quando è aperto, a che ora, quando abre, opening hours, opening times, business hours, are they open, are you open, we’re open, we are open, öffnungszeiten, geöffnet, sprechzeiten, horaires, horario, horarios, orari, aperto, часы работы, ساعات العمل, 营业时间, 營業時間, 営業時間, 영업시간',
  schedule:
    'schedule, programme, agenda, timetable, line-up, lineup, zeitplan, programm, ablauf, calendrier, programa, programma, orario, расписание, الجدول, 日程, プログラム',
  speakers:
    'who is speaking, who speaks, who talks, who gives, wer spricht, qui parle, quién habla, chi parla, speaker, speakers, on stage, presenters, referenten, sprecher, vortragende, intervenants, oradores, ponentes, relatori, докладчики, المتحدثون, 讲者, 登壇者',
  sponsors:
    'sponsor, sponsors, sponsored, partner, partners, supporters, backers, backed by, supported by, powered by, with the help of, in cooperation with, sponsoren, förderer, unterstützt von, partenaires, patrocinadores, sostenitori, спонсоры, партнёры, الرعاة, 赞助商, 合作伙伴, スポンサー',
  settings:
    'settings, preferences, options, einstellungen, réglages, paramètres, préférences, ajustes, configuración, preferencias, impostazioni, configurações, настройки, الإعدادات, 设置, 設定',
  description: 'description, beschreibung, descripción, descrizione, descrição, описание, الوصف, 描述, 説明',
  specs:
    'specs, specification, specifications, technical details, technische daten, caractéristiques, ficha técnica, especificaciones, specifiche, характеристики, المواصفات, 规格, 仕様',
  compare:
    'compare, comparison, vergleich, vergleiche, comparer, comparatif, comparaison, comparar, comparación, confronto, confronta, сравнение, مقارنة, 对比, 比較',
  requirements:
    'man braucht, man dafür braucht, was brauche, was man braucht, benötigt, benötigen, benötige, il faut, se necesita, hace falta, serve sapere, what do i need, what you need, need before, before you start, before you begin, before i start, requirement, was brauche ich, was brauchst, brauche ich, de quoi ai-je besoin, besoin de quoi, ce qu’il faut, qué necesito, necesito, antes de empezar, cosa mi serve, cosa serve, di cosa ho bisogno, o que preciso, requirements, prerequisites, eligibility, voraussetzungen, bedingungen, conditions requises, prérequis, requisitos, requisiti, требования, المتطلبات, 要求, 条件',
  wishlist:
    'wishlist, wish list, favourites, favorites, merkliste, wunschliste, liste de souhaits, favoris, lista de deseos, deseos, favoritos, preferiti, избранное, المفضلة, 收藏, お気に入り',
  assistance:
    'help centre, help center, help page, help desk, support, hilfe, aide, ayuda, aiuto, ajuda, помощь, مساعدة, 帮助, ヘルプ',
  order:
    '=order, =orders, how to order, bestellen, bestellung, commander, pedido, pedir, ordinare, ordine, заказ, заказать, اطلب, 下单, 订购, 注文, 주문',
};
