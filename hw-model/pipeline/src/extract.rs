//! From a program type to its checked graph.

use super::acting;
use super::elaborate::Elaborate;
use super::graph::{Graph, NodeId, Op, RegisterKind, SourceLine, Test, TestId};
use super::intrinsic::{COUNT, Intrinsic};
use super::live::Live;
use super::profile::{LimitId, Profile};
use super::recorder::{Recorded, Recorder};
use super::refusal::{Reason, Refusal};
use super::width::WORD;
use freeboard_aqm_api::{Aqm, Intrinsics, Scope};
use freeboard_dataplane::{Metadata, Pass, PassPipe, Program, RegisterScope, Registers};

/// Runs the pass once symbolically and checks what the graph alone can show.
///
/// # Errors
/// The first rule of the profile or of the program's own declaration that the graph breaks.
pub fn extract<P: Program>(params: &P::Params, profile: &Profile) -> Result<Graph, Refusal> {
    let Recorded { graph, left_out, .. } = record::<P>(params, profile);
    let refuse = |reason: Box<Reason>| Refusal::new(&P::META, profile, reason);
    if record::<P>(params, profile).graph != graph {
        return Err(refuse(Box::new(Reason::NotRepeatable)));
    }
    check_scopes::<P>(&graph).map_err(refuse)?;
    let live = Live::of(&graph);
    check_reads(&graph, &live, profile, left_out).map_err(refuse)?;
    check_random(&graph, profile).map_err(refuse)?;
    if let Some(idle) = acting::idle(&graph) {
        return Err(refuse(Box::new(Reason::idle(&graph, idle))));
    }
    Ok(graph)
}

/// Every configuration must give one shape: a program may depend on its parameters in data only.
///
/// # Errors
/// [`Reason::ShapeDepends`], with the operation at which two shapes part.
pub fn check_shape<P: Program>(all: &[P::Params], profile: &Profile) -> Result<(), Refusal> {
    let mut shapes = all.iter().map(|params| record::<P>(params, profile).graph.shape());
    let Some(first) = shapes.next() else { return Ok(()) };
    let Some(other) = shapes.find(|shape| *shape != first) else { return Ok(()) };
    let parted = first.nodes.iter().zip(&other.nodes).find(|(a, b)| a != b).map(|(_, b)| b.at);
    let at = parted.or_else(|| other.nodes.last().map(|node| node.at));
    Err(Refusal::new(&P::META, profile, Reason::ShapeDepends { at }))
}

fn blank<P: Program>() -> Graph {
    Graph {
        algorithm: P::META.name,
        variant: P::META.variant,
        declared_reads: P::META.reads,
        data: P::DATA,
        nodes: Vec::new(),
        tests: Vec::new(),
        registers: Vec::new(),
        accesses: Vec::new(),
        lookups: Vec::new(),
        filters: Vec::new(),
        mark: TestId(0),
    }
}

type PipeOf<P> = <Pass<P> as Aqm>::Pipe;

/// One symbolic run, whatever may be wrong with it.
#[must_use]
pub fn record<P: Program>(params: &P::Params, profile: &Profile) -> Recorded {
    let widths = Intrinsic::ALL.map(|intrinsic| profile.input(intrinsic).map_or(WORD, |input| input.width));
    let recorder = Recorder::new(blank::<P>(), widths);
    let mark = {
        let mut h = Elaborate::new(&recorder);
        let mut pipe = PipeOf::<P>::default();
        let (mut port, mut queue) = (P::Port::default(), P::Queue::default());
        let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
        let stamp = (recorder.input(Intrinsic::Now), recorder.input(Intrinsic::NowHigh));
        let metadata = Metadata {
            now: recorder.input(Intrinsic::Now),
            sojourn: recorder.input(Intrinsic::Sojourn),
            depth: recorder.input(Intrinsic::Depth),
            port_depth: recorder.input(Intrinsic::PortDepth),
            pool_depth: recorder.input(Intrinsic::PoolDepth),
            pool_status: recorder.input(Intrinsic::PoolStatus),
            size: recorder.input(Intrinsic::Size),
        };
        Pass::<P>::run(&mut h, params, scope, stamp, metadata).condition.into_raw().id()
    };
    let mut recorded = recorder.finish();
    recorded.graph.mark = mark;
    let scopes = opened_scopes::<P>();
    for (register, scope) in recorded.graph.registers.iter_mut().zip(scopes) {
        if register.kind == RegisterKind::Filter {
            register.scope = scope;
        }
    }
    recorded
}

/// The scope of the state struct that each register is opened from, in opening order.
fn opened_scopes<P: Program>() -> Vec<RegisterScope> {
    let count = |open: &dyn Fn(&Elaborate<'_>)| {
        let recorder = Recorder::new(blank::<P>(), [WORD; COUNT]);
        open(&Elaborate::new(&recorder));
        recorder.opened()
    };
    let pipe = count(&|h| {
        let PassPipe { mut clock, mut program } = PipeOf::<P>::default();
        let _ = (clock.open(h), program.open(h));
    });
    let port = count(&|h| drop(P::Port::default().open(h)));
    let queue = count(&|h| drop(P::Queue::default().open(h)));
    let scopes = [(RegisterScope::Pipe, pipe), (RegisterScope::Port, port), (RegisterScope::Queue, queue)];
    scopes.into_iter().flat_map(|(scope, count)| core::iter::repeat_n(scope, count)).collect()
}

fn check_scopes<P: Program>(graph: &Graph) -> Result<(), Box<Reason>> {
    for (register, opened) in graph.registers.iter().zip(opened_scopes::<P>()) {
        if register.scope != opened {
            return Err(Box::new(Reason::Scope {
                register: register.name,
                declared: register.scope,
                opened,
            }));
        }
    }
    Ok(())
}

fn check_reads(
    graph: &Graph,
    live: &Live,
    profile: &Profile,
    left_out: Intrinsics,
) -> Result<(), Box<Reason>> {
    let mut reads = Intrinsics::empty();
    for intrinsic in Intrinsic::ALL {
        let id = NodeId(intrinsic.index());
        if !live.is_read(id) {
            continue;
        }
        reads |= intrinsic.flag();
        if profile.input(intrinsic).is_none() {
            return Err(Box::new(Reason::NotExposed { intrinsic, at: first_use(graph, id) }));
        }
        if !graph.declared_reads.contains(intrinsic.flag()) {
            return Err(Box::new(Reason::Undeclared {
                intrinsic: intrinsic.name(),
                at: first_use(graph, id),
            }));
        }
    }
    let random = graph
        .nodes
        .iter()
        .enumerate()
        .find(|(index, node)| matches!(node.op, Op::Random { .. }) && live.is_read(NodeId(*index)));
    if let Some((_, node)) = random {
        reads |= Intrinsics::RANDOM;
        if !graph.declared_reads.contains(Intrinsics::RANDOM) {
            return Err(Box::new(Reason::Undeclared { intrinsic: "random", at: Some(node.at) }));
        }
    }
    let unread = graph.declared_reads.difference(reads).difference(left_out);
    if unread.is_empty() { Ok(()) } else { Err(Box::new(Reason::Unread { declared: unread })) }
}

fn first_use(graph: &Graph, id: NodeId) -> Option<SourceLine> {
    let by_word = graph.nodes.iter().find(|node| node.operands.contains(&Some(id))).map(|node| node.at);
    by_word.or_else(|| {
        let reads = |(test, _): &&(Test, _)| matches!(test, Test::NonZero(w) | Test::Bit(w, _) if *w == id);
        graph.tests.iter().find(reads).map(|(_, at)| *at)
    })
}

fn check_random(graph: &Graph, profile: &Profile) -> Result<(), Box<Reason>> {
    let limit = profile.limit(LimitId::RandomBits);
    for node in &graph.nodes {
        if let Op::Random { first, bits } = node.op
            && first + bits > limit.value
        {
            return Err(Box::new(Reason::Random { bits: first + bits, at: node.at, limit }));
        }
    }
    Ok(())
}
