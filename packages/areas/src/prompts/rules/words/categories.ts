/** What words say about which of the built-in categories a task belongs to. Weight by list, the strong ones first. */
export const categoryPhrases: Readonly<Record<string, readonly { weight: number; phrases: string }[]>> = {
  system_error: [
    {
      weight: 3,
      phrases: `do not charge|does not charge|wont charge|cannot compile|can compile|does not compile|compile|build fails|build broken|build red|game freezes|disk is full|disk full|is full in|grows by|cannot be opened|open no door|rejects all|portal rejects|reject all|no dial tone|no signal|signal dark|dark at|stays red|does not switch|out of order|not booting|lost connection|packet loss|gateway|failover|replication|offline since
|offnen keine|offnet nicht|offnen nicht|geht nicht an|meldet nichts|hangt mit|bleibt stehen|stecken geblieben|impossible d encaisser|impossible de se connecter|ne s ouvre plus|ne fonctionne plus|ne lit plus|ne charge plus|no se enciende|no carga|no arrancan|no conecta|sin conexion|no enfria|no imprime|outage|is down|are down|went down|goes down|still down|site down|500|502|503|504|stack trace|out of memory|oom|disk full|disk is full|no space left|segfault|kernel panic|certificate expired|unreachable
|not responding|does not respond|cannot be reached|not reachable|no longer reachable|stands still|spins forever|never loads|does not load|wont load|linie steht|steht wegen|band steht|anlage steht|maschine steht|alles steht|rejects all|server room|service unavailable|bad gateway|internal server error|crash loop|crashed|crashes|crashing|crash|is offline|are offline|went offline|stopped working|power cut|power failure|no power|connection refused|freezes|frozen|blue screen|black screen|ransomware|malware|hacked|ddos|jammed|hangs|fails to start|loses the network|loses connection|drops off|cannot connect|cant connect|no internet|no network|no signal|wont open|wont turn on|does not turn on|dead
|timeout|timeouts|times out|timing out|time out|deadlock|alert fired|job failed|backup failed|backups fail|backups failing|wont start|does not start|wont boot|does not boot|exception
|nobody can log in|nobody can login|outages|ausgefallen|ausfall|stromausfall|nicht erreichbar|sturzt ab|absturz|steht still|startet nicht
|fallt aus|kein internet|kein strom|hangt|reagiert nicht|geht nicht an|defekt|kaputt|bloque|ne s allume plus|plus d internet|coupure|sin internet|sin luz|bloqueado|bloqueada|colgado|no enciende|se cuelga
|en panne|panne|hors service|ne repond plus|ne demarre plus|injoignable|caido|caida|fuera de servicio|no responde|no arranca|averiado|averia`,
    },
    {
      weight: 1.2,
      phrases: `certificate|backup|backups|cluster|slow at|overheats|declined|degrees|error|errors|fails|failing|failed|offline|server|servers|database|queue|cron|nightly job|sync job|wifi|wi fi|network|vpn|disk|memory|cpu|latency|monitoring|alarm|alert|jammed|stopped|stops|hangs|frozen
|fehler|fehlermeldung|netzwerk|erreur|reseau|serveur|error|red|servidor`,
    },
  ],
  bug: [
    {
      weight: 2.6,
      phrases: `still offers|still shows|still lists|hardly visible|zu spat|zwei sekunden|laufen zwei|borra las|swapped names|faute d orthographe|n apparait pas|does not appear|went to the wrong|lists the same|reset when|resets when|instead of yearly|orders of other|sees orders|see orders|three decimals|does not accept|doesnt accept|not accepted|refuses names|does not count|does not add up|does not sync|does not fit|doesnt fit|does not stop|does not update|can be pressed twice|lets anyone|let anyone|puts beginners|pops in|pop in|crackles|crackle|flicker|jitters|stutters|lags|skips|jumps|loops|echoes|minutes fast|minutes slow|runs fast|runs slow|shows the same|shows nothing|wrong order|wrong date|wrong time|wrong day|time zone|clipping
|off by|percent off|see through walls|cheat|exploit|enthalt doppelt|die minibar doppelt|zeigt freie|zeigt falsche|flackert|geht vor|geht nach|rechnet falsch|falsch berechnet|falsch gebucht|doppelt gebucht|nicht ubernommen|marca de mas|marca de menos|no coincide|no cuadra|no suma|se repite|se ve mal|no corresponde|ne correspond pas|le double|ne tombe pas juste|decalage|decale|s affiche mal|mal imprime|bug|bugs|glitch|regression|wrong|incorrect|incorrectly|wrongly|instead of|doesnt work|does not work|not working|broken|misaligned|off by one|rounding|rounded|duplicate|duplicates|duplicated|twice|shows up twice
|should be|should show|should say|does nothing|nothing happens|is ignored|are ignored|ignores|is missing|are missing|disappears|disappear|vanishes|flickers|overlaps|overlap|cut off|truncated|garbled|stale|typo|mixed up
|mismatch|does not match|doesnt match|cannot be saved|isnt saved|is not saved|not saved|is lost|gets lost|sorted wrong|no longer|doubled|miscalculated|miscounts|misprinted
|missing on|missing from|missing in|squeaks|squeaky|noise|noisy|smudged|scratched|scratches|rattles|does not close|wont close|does not lock|wobbles|wobbly|crooked|loose|drips|stained|unreadable|illegible|rejects valid|wrong total|shows row|verschmiert|kratzer|wackelt|quietscht|klemmt|undicht|schief|unlesbar|raye|illisible|grince|fuit|rayado|ilegible|chirria|gotea|rotates|rotated|upside down|blank|inverted|swapped|blurry|pale|not updated|not counted|counted twice|negative|too many|too much|visible to|out of sync|wrong way|shows last|shows old|shows yesterday|is empty|are empty|are not shown|is not shown|not shown
|does not show|doesnt show|isnt sent|not sent|never arrives|never arrive|resets|reset to|ignored|unexpected|wrong colour|wrong size|wrong address|wrong name|wrong price|wrong amount|rejected|faulty|mislabelled|mislabeled|misprint|with a mistake
|fehlt|fehlen|vertauscht|leer|nicht gespeichert|zu viel|zu wenig|rechnet|kommt nicht an|kommen nicht an
|coupe|coupee|faute|manque|manquent|erronee|errone|inverse|vide|n arrive pas|n apparait pas|ne s affiche pas
|falta|faltan|erroneo|erronea|errata|al reves|vacio|vacia|no aparece|no aparecen|no llega|no llegan|no se guarda
|falsch|falsche|fehlerhaft|funktioniert nicht|geht nicht|verschwindet|verschwinden|doppelt|statt|tippfehler
|faux|fausse|ne fonctionne pas|ne marche pas|au lieu de|disparait|en double|mauvais|mauvaise|coquille
|incorrecto|incorrecta|no funciona|en lugar de|en vez de|desaparece|duplicado|duplicada|equivocado|equivocada|mal`,
    },
    {
      weight: 0.9,
      phrases: `error|errors|fails|failing|failed|button|page|screen|form|field|cannot|cant|unable|missing|defect|faulty|login|display|displays|shows|reproduce|steps to reproduce|since the update|after the update|since the release
|knopf|seite|formular|anzeige|zeigt|bouton|affiche|formulaire|boton|pantalla|muestra|formulario|fehler|erreur|fallo`,
    },
  ],
  improvement: [
    {
      weight: 2.2,
      phrases: `support apple|would like to|would like|would like a|let members|freeze a card|remember the last|choose a|choose their|offer a|offer the|proposer|proposer le|por internet|par internet|automatisch an|automatisch|in one step|in the app|with one tap|wanted by|asked for by|requested by|spends an hour|verbringt jeden|la mitad de las llamadas|more payment|multilingual|en allemand|auf englisch|more languages|larger|bigger|clearer|shorter|smoother|prefill|pre fill|dark theme|recommendations|suggestions for|tracking of|track online|shared table|shared calendar|single place|could we have|could we get|wish we had|instead of by hand|handy ausfullen|auf dem handy|grosser|grossere|ubersichtlicher|schneller machen|empfehlungen|gemeinsamer kalender
|tableau partage|suivre|suivi en ligne|plus grand|plus lisible|recommandations|recomendaciones|sugerencias|compartido|mas grande|seguimiento|be able to|so that they can|online form|from the phone|on the phone|by sms|send an sms|text message when|notify|notification when|remind customers|report online|book online|pay online|translate|translation|korean|subtitles|english version|better|bessere|besser|nicer|would add|add more|more variety|from the beta|refresh the|update the look|up to date|radio meters|sensor instead|faster way|cheaper way|quicker|smarter|modern way|solar|led lights|self check in
|app for|chatbot|template for mails|standardise|standardize|merge the two|combine|one list instead|sollen konnen|wahlen konnen|konnen sollen|gaste sollen|kunden sollen|online buchen|per app|digital|moderner|ubersetzen|ubersetzung
|pouvoir|envoyer un sms|en ligne|depuis le telephone|traduire|version anglaise|mieux|meilleur|meilleure|moderniser|poder ver|poder|desde el movil|en linea|traducir|en ingles|mejores|mejor|modernizar|avisar por sms|enviar un sms|improve|improves|improvement|add support|support for|allow|allows|make it possible|let users|let customers|let people|speed up|faster|redesign|refactor|automate|automatic|automatically|simplify|streamline|optimise|optimize
|dark mode|feature|feature request|would be nice|would be great|nice to have|it would help|integrate|integration|migrate|modernise|modernize|replace|upgrade|enhance|reduce|cut down|shorten|introduce|option to|ability to
|configurable|shortcut|shortcuts|autocomplete|better|easier|one click|bulk|self service|consolidate|rework|digitise|digitize
|out of date|renew the look|modern|reusable|save paper|save money|save energy|less waste|fewer|more efficient|sparen|wurde sparen|mehrweg|weniger|economiser|moins de|reutilisable|ahorrar|menos|reutilizable|barrier free|accessible|wheelchair|let patients|let guests|let pupils|let parents|let players|let drivers|let teachers|online booking|more than one|at a glance|remember the|search by|filter by|sort by|instead of paper|without paper|paperless|lasts too long|takes too long|save time
|dauert zu lange|verkurzen|dure trop longtemps|tarda demasiado
|verbessern|verbesserung|ermoglichen|hinzufugen|schneller|vereinfachen|automatisieren|erweitern|umstellen|einfacher|ware schon|optimieren
|ameliorer|amelioration|ajouter|permettre|accelerer|simplifier|automatiser|plus rapide|ce serait bien|optimiser|remplacer
|mejorar|mejora|anadir|agregar|permitir|acelerar|simplificar|automatizar|mas rapido|estaria bien|seria bueno|optimizar|reemplazar`,
    },
    {
      weight: 1,
      phrases: `add|enable|extend|sort|filter|export|import|search|widget|dashboard|api|cache|layout|workflow|process|tidy|polish|rename|clean up|slow|tweak|change|convert|support`,
    },
  ],
  documentation: [
    {
      weight: 3,
      phrases: `aufschreiben|bedienung|story of|write the|protocolo para|protocolo de|protocol for|notice sur|livret|describe how|spell out|ecrire|cartels|info for|faqs|text for the|texts for the|onboarding page|explain in the|fiche de|fiche d|mode operatoire|consignes|ficha de|hoja de instrucciones|datenblatt|einweisung in|erklarung|lernvideo|screencast|explain excess|explain what|describe how|list of who|plan of the building|letter to|letter for|leaflet|flyer on|flyer about|brochure about|explain our|explain how|explain to|explain the|info sheet|one pager|one page on|minutes of|meeting minutes|summary of|summarise|summarize|write about|notes on how|review the drill|review of the drill|after action|lessons|learned|storm drill|sop|standard operating|house rules|rules of|map of the|contact list|phone list|who does what|emergency plan|evacuation plan
|erklaren|merkblatt|infoblatt|zettel|aushang|protokoll der|zusammenfassung|beschreiben wie|hausordnung|telefonliste|expliquer aux|expliquer|une page|compte rendu|affiche des horaires explicative|note de service|reglement|explicar|una pagina|acta de|resumen|normas|hoja de|document|documents how|documentation|docs|readme|handbook|manual|guide|guides|how to|howto|runbook|playbook|wiki|knowledge base|faq|tutorial|instructions|write up|style guide|onboarding guide|user guide|api reference|glossary
|write it down|write this down|written down|put on paper|exit plan|floor plan of|job description|write down|collect the steps|step by step|cheat sheet|work instruction|work instructions|safety sheet|data sheet|policy text|procedure|checklist|diagram|postmortem|post mortem|report template|template
|dokumentation|dokumentieren|anleitung|handbuch|leitfaden|beschreiben|merkblatt
|documentation|documenter|mode d emploi|manuel|guide|notice|procedure|rediger
|documentacion|documentar|manual|guia|instrucciones|instructivo|procedimiento|redactar`,
    },
    {
      weight: 1.1,
      phrases: `describe|description|explain|article|write|draft|page about|policy|screenshots|outdated|chapter|section|translate`,
    },
  ],
  release_notes: [
    {
      weight: 5,
      phrases: `release notes|release note|changelog|change log|whats new|what s new|what is new|version notes|update notes|patch notes|release announcement|announce the release|announce version
|versionshinweise|anderungsprotokoll|was ist neu|notes de version|journal des modifications|nouveautes|notas de version|notas de la version|novedades de la version|registro de cambios`,
    },
  ],
  general: [
    {
      weight: 1.2,
      phrases: `plan for|poster|prospekt|prospectus|decoration|decorate|replace|change the|put up|look for|hang|sharpen|cambiar|aussuchen|dekorieren|refaire|changer|declaration|declaracion|presentar|submit|hand in|apply for|wants|asks for|needed|find helpers|skipped|missing on pickup|order|buy|book a|book the|call|phone|meet|meeting|kick off|hire|interview|interviews|invite|send|pay|collect|pick up|deliver|arrange|schedule|organise|organize|plan|prepare|renew|sign|negotiate|ask|reply|answer|visit|clean|restock|recount|count|compare
|inspect|inspection|party|travel|flight|hotel|offer for|quote for|recruit|review|approve|contact|register|cancel|celebrate|choose|decide|find|new|hang up|paint|repaint|move|wash|check|refill|return|take|bring|gather
|bestellen|buchen|anrufen|einladen|bezahlen|organisieren|planen|termin|vorbereiten|besorgen|kaufen|suchen|abholen|bringen|prufen|neue|neuen|neuer|putzen|reinigen
|commander|reserver|appeler|inviter|payer|organiser|planifier|preparer|entretien|devis|envoyer|acheter|choisir|trouver|nettoyer|verifier
|pedir|comprar|reservar|llamar|invitar|pagar|organizar|planificar|preparar|entrevista|presupuesto|enviar|elegir|buscar|limpiar|revisar`,
    },
  ],
};
