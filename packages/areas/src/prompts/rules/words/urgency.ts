/**
 * What words say about how soon something has to be done. A harm is going on or threatens; a call asks for speed; a
 * stake makes it matter; small things can wait; a frame turns what is said into a subject that one writes or talks about.
 */
export type Urgency = 'harm' | 'damage' | 'call' | 'stake' | 'small' | 'calm' | 'frame' | 'none';

export const urgencyPhrases: Readonly<Record<Urgency, string>> = {
  harm: `
outage|is down|are down|went down|goes down|still down|system down|site down|down for everyone|data breach|security breach|breached|hacked|ransomware|phishing attack
|leaked credentials|credentials leaked|leaked|exposed|data loss|losing data|lost data|injury|injured|got hurt|fire|smoke|gas leak|smell of gas|flood|flooding|flooded|burst pipe
|water leak|electric shock|sparks|sparking|short circuit|power cut|power failure|no power|evacuate|ambulance|allergic reaction|contaminated|contamination|recall|recalled
|not been paid|havent been paid|nobody was paid|no salary|salaries missing|payroll failed|payroll fails|payments fail|payments failing|cannot pay|cant pay|charged twice|double charged
|charging twice|cannot check out|checkout fails|checkout broken|nobody can log in|nobody can login|cannot log in|cant log in|cannot login|cant login|locked out|unsafe|fraud|fraudulent|stolen
|theft|break in|crash loop|production is down|prod is down|prod down|does not start|wont start|stopped working|emergency stop|collapsed|missing child|patient safety|spoiling|cold chain
|ausgefallen|ausfall|stromausfall|brennt|feuer|rauch|verletzt|unfall|wasserschaden|datenleck|gehackt|steht still|geht nichts mehr|nicht erreichbar|gasgeruch
|en panne|panne|hors service|incendie|fumee|blesse|blessee|fuite de gaz|fuite d eau|inondation|fuite de donnees|pirate|ne repond plus|ne demarre plus
|caido|caida|no funciona|fuera de servicio|incendio|humo|herido|herida|accidente|fuga|inundacion|filtracion de datos|hackeado|no arranca|averiado|averia`,
  damage: `
error|errors|broken|breaks|fails|failing|failed|failure|crash|crashes|crashing|wrong|incorrect|leak|leaking|stuck|timeout|times out|timing out|corrupt|corrupted|missing|duplicated|bug|defect
|defective|complaint|complains|complained|complaining|angry|vulnerability|vulnerable|expired|expires|expiring|rejected|overcharged|refund|unable to|cannot|cant|doesnt work|does not work|not working
|fehler|fehlerhaft|kaputt|defekt|falsch|beschwerde|beschwert|abgelaufen|lauft ab|undicht|funktioniert nicht|geht nicht
|erreur|casse|cassee|plainte|se plaint|expire|faux|fausse|ne fonctionne pas|ne marche pas|bloque
|error|roto|rota|queja|reclamacion|vencido|vencida|vence|caduca|incorrecto|falla|fallo|no se puede`,
  call: `
urgent|urgently|asap|immediately|immediate|right away|right now|at once|emergency|critical|top priority|highest priority|highest prio|p0|p1|sev1|sev 1|sev0|drop everything|as soon as possible
|without delay|high priority|high prio|time sensitive|today|tonight|this morning|this afternoon|by noon|before noon|within the hour|by end of day|eod|by tomorrow|before tomorrow|tomorrow
|dringend|sofort|eilt|eilig|umgehend|so schnell wie moglich|schnellstmoglich|notfall|heute|heute noch|bis morgen|kritisch
|urgent|urgente|d urgence|immediatement|tout de suite|des que possible|au plus vite|aujourd hui|avant demain|ce soir|critique
|urgentemente|inmediatamente|de inmediato|cuanto antes|lo antes posible|hoy|hoy mismo|ahora mismo|antes de manana|critico|critica|emergencia`,
  stake: `
all customers|every customer|all users|every user|everyone|everybody|whole team|whole company|customers|production|checkout|payment|payments|payroll|salaries|salary|wages|invoice|invoices|tax
|legal|lawyer|court|lawsuit|regulator|regulatory|compliance|gdpr|audit|auditor|auditors|inspection|inspector|deadline|contract|penalty|fine|safety|security|password|passwords|biggest customer|key account
|important|must|blocker|blocks|blocking|blocked|waiting for us|cannot ship|launch|go live|license|licence|permit|visa|insurance|hospital|patient|patients|board meeting|investor|investors|before the release
|wichtig|frist|kunde|kunden|alle kunden|gehalt|gehalter|lohn|lohne|steuer|finanzamt|prufung|prufer|behorde|vertrag|sicherheit|rechnung|rechnungen|datenschutz
|important|importante|delai|echeance|client|clients|tous les clients|salaire|salaires|paie|impots|inspection|contrat|securite|facture|factures|amende
|importante|plazo|cliente|clientes|todos los clientes|nomina|nominas|sueldos|hacienda|inspeccion|contrato|seguridad|factura|facturas|multa`,
  small: `
typo|spelling|cosmetic|nice to have|would be nice|would be cool|would be great someday|someday|some day|maybe|idea|ideas|minor|tiny|trivial|tidy|tidy up|clean up|cleanup|rename|colour|color|wording|icon|font
|favicon|logo on|pixel|pixels|alignment|brainstorm|explore|wish|wishlist|backlog|polish|playlist|sticker|stickers|poster|decorate|decoration|decorations|plant|plants|mug|mugs|swag|curious|wonder|wondering
|small|little|tweak|cake|birthday card|newsletter idea|archive old|unused|prettier|nicer|snacks|nit
|tippfehler|kleinigkeit|schonheitsfehler|ware schon|ware nett|irgendwann|idee|umbenennen|aufraumen|vielleicht|farbe|hubscher|schoner
|faute de frappe|coquille|ce serait bien|serait sympa|idee|un jour|peut etre|renommer|ranger|couleur|petit|petite|joli
|errata|estaria bien|seria bueno|algun dia|idea|quizas|quiza|renombrar|ordenar|pequeno|pequena|bonito`,
  calm: `
no rush|no hurry|no urgency|not urgent|isnt urgent|not critical|isnt critical|not an emergency|not a priority|low priority|low prio|lowest priority|whenever|when you have time|when time allows|when there is time|if time allows
|when somebody has time|when someone has time|in a quiet week|in a quiet moment|can wait|take your time|at some point|eventually|sometime|some time|next year|next quarter|no deadline|not important|not time sensitive
|p3|p4|rainy day|one day|when we get to it|spare time|spare hour|nothing is on fire|nobody is waiting|no need to hurry|in no way urgent
|nicht dringend|nicht eilig|eilt nicht|keine eile|hat zeit|kann warten|wenn zeit ist|bei gelegenheit|irgendwann mal|nicht so wichtig
|pas urgent|rien d urgent|pas presse|ca ne presse pas|rien ne presse|peut attendre|quand tu auras le temps|quand vous aurez le temps|quand on aura le temps|a l occasion|sans urgence
|no es urgente|nada urgente|no corre prisa|sin prisa|puede esperar|cuando haya tiempo|cuando se pueda|cuando puedas|cuando tengas tiempo`,
  frame: `
postmortem|post mortem|lessons learned|retrospective|drill|drills|exercise|rehearsal|rehearse|simulation|simulate|template|training|course|workshop|article|blog post|presentation|slides|poster|talk about|policy|guide|guidelines
|handbook|runbook|playbook|checklist|faq|document|documentation|write down|describe|research|compare|evaluate|plan for|budget for|strategy|annual|yearly|quiz|survey|last year|was resolved|is resolved|resolved|has been fixed
|was fixed|already fixed|is fixed|solved|follow up|what happened|history of|statistics|report on|test alert|test alarm|signs|signage
|ubung|vorlage|schulung|kurs|leitfaden|anleitung|nachbereitung|behoben|erledigt
|exercice|modele|formation|guide|manuel|bilan|resolu
|simulacro|plantilla|formacion|curso|guia|manual|resuelto`,
  none: `
urgent care|emergency contact|emergency contacts|emergency exit|emergency exits|emergency lighting|emergency department|emergency room|critical thinking|critical path|critical role|critical mass|high school|fire drill|fire extinguisher
|fire extinguishers|fire safety|fire alarm test|fire door|fire doors|firewall|campfire|fire pit|smoke detector|smoke detectors|breakdown by|break room|cool down|drop down|dropdown|count down|countdown|scroll down|write down
|top down|slow down|sit down|down payment|crash course|error page|error message|error messages|error handling|error budget|death by chocolate|customer journey|immediate family|immediate manager|error rate target|flash flood of
|fine tune|fine tuning|fine print|fine dining|is fine|looks fine|works fine|broken down|tax free|smoke free|non smoking|lost and found|fire sale|burning question|fire up|fires when|bug bounty|today page|today view|today tab
|small business|little league|plant manager|plant tour|plant floor|color printer|colour printer|missing out|all hands|code red energy|security camera|security cameras|leak test|hot fix friday|urgent tag|urgent label|urgent filter`,
};

export const urgencyWeights: Readonly<Record<Urgency, number>> = {
  harm: 2.6,
  damage: 0.9,
  call: 1.5,
  stake: 0.7,
  small: -1.1,
  calm: -2.4,
  frame: 0,
  none: 0,
};
